"use strict";
// Makes the Desk live. Without it every form still works and comes back to the page.

const thread = document.getElementById("thread");
const find = (id) => document.getElementById(id);

function localTimes(root) {
  const clock = { hour: "numeric", minute: "2-digit" };
  const today = new Date();
  for (const time of root.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    const year = moment.getFullYear() === today.getFullYear() ? {} : { year: "numeric" };
    const day = moment.toDateString() === today.toDateString() ? {} : { day: "numeric", month: "short", ...year };
    time.title = time.textContent;
    time.textContent = moment.toLocaleString(undefined, { ...day, ...clock });
  }
}

function atEnd() {
  return window.innerHeight + window.scrollY > document.documentElement.scrollHeight - 120;
}

function toEnd() {
  window.scrollTo(0, document.documentElement.scrollHeight);
  find("newer").hidden = true;
}

// Posts as they happen

function follow() {
  const source = new EventSource(`${thread.dataset.live}?after=${thread.dataset.after}`);
  source.addEventListener("open", () => { find("state").textContent = ""; });
  source.addEventListener("error", () => {
    find("state").textContent = "Connection lost. Trying again…";
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 3000);
  });
  source.addEventListener("post", (event) => {
    if (event.lastEventId) thread.dataset.after = event.lastEventId;
    arrive(JSON.parse(event.data));
  });
}

function arrive(fragment) {
  const follows = atEnd();
  const holder = document.createElement("template");
  holder.innerHTML = fragment.html;
  const post = holder.content.firstElementChild;
  const old = find(fragment.name) || find(fragment.replaces);
  const running = fragment.kind === "progress";
  localTimes(post);
  if (old) keepOpen(old, post);
  if (old) old.replaceWith(post);
  else if (running) find("running").append(post);
  else {
    post.classList.add("arrived");
    thread.querySelector(".empty")?.remove();
    thread.append(post);
  }
  if (fragment.ends) find(fragment.ends)?.remove();
  if (fragment.superseded) supersede(find(fragment.superseded));
  if (!running) find("news").textContent = fragment.title;
  if (follows) toEnd();
  else if (!running && !old) find("newer").hidden = false;
}

// Others followed on it, so it stays where it is; the page as it is loaded says the same.
function supersede(post) {
  if (!post || post.dataset.superseded) return;
  post.dataset.superseded = "yes";
  post.querySelector(".actions")?.remove();
  const mark = document.createElement("p");
  mark.className = "mark";
  mark.textContent = "Superseded: the run went on.";
  post.querySelector("header").append(mark);
}

// A question that is open ("Stop this simulation?") stays open when its post is drawn anew.
function keepOpen(old, post) {
  const before = old.querySelectorAll("details");
  post.querySelectorAll("details").forEach((each, n) => { each.open = Boolean(before[n]?.open); });
  if (!old.contains(document.activeElement)) return;
  const stops = (root) => [...root.querySelectorAll("summary, button, a[href]")];
  const place = stops(old).indexOf(document.activeElement);
  requestAnimationFrame(() => stops(post)[place]?.focus());
}

// Sending

function say(text, bad = false) {
  const usage = find("usage");
  usage.textContent = text;
  usage.classList.toggle("bad", bad);
  usage.classList.remove("hint", "syntax");
}

async function send(form) {
  const button = form.querySelector("button.button");
  const data = new FormData(form);
  const files = form.enctype === "multipart/form-data";
  button.disabled = true;
  say(files ? "Uploading…" : "Sending…");
  try {
    // Not form.action: a button's form has a field of that name.
    const answer = await fetch(form.getAttribute("action"), {
      method: "POST",
      headers: { Accept: "application/json" },
      body: files ? data : new URLSearchParams(data),
    });
    const reply = await answer.json();
    if (!answer.ok) {
      say(`${reply.error.message} ${reply.error.remedy}`, true);
      return;
    }
    sent(form, reply);
  } catch {
    // The same key goes out again with the next try, so nothing is done twice.
    say("Not sent: Lawgame cannot be reached. What you typed is kept; try again.", true);
  } finally {
    button.disabled = false;
  }
}

function sent(form, reply) {
  say(form.dataset.done || "Sent.");
  form.reset();
  form.elements.delivery.value = reply.delivery;
  form.closest("details")?.removeAttribute("open");
  if (new URL(reply.go, location.href).pathname !== location.pathname) location.assign(reply.go);
  else if (form.id === "say") refreshMatters();
}

async function refreshMatters() {
  const page = await fetch(location.pathname).then((answer) => answer.text()).catch(() => "");
  const fresh = new DOMParser().parseFromString(page, "text/html").getElementById("matters");
  if (fresh) find("matters").innerHTML = fresh.innerHTML;
}

// The command box

function commandBox() {
  const text = find("text");
  const list = find("choices");
  const options = [...list.children];
  const hint = find("usage").innerHTML;
  find("usage").classList.add("hint");
  text.setAttribute("aria-autocomplete", "list");
  text.setAttribute("aria-controls", "choices");
  let shown = [];
  let at = -1;

  function pick(index) {
    at = index;
    options.forEach((each) => each.setAttribute("aria-selected", String(each === shown[at])));
    if (shown[at]) {
      text.setAttribute("aria-activedescendant", shown[at].id);
      shown[at].scrollIntoView({ block: "nearest" });
    } else text.removeAttribute("aria-activedescendant");
  }

  function close() {
    list.hidden = true;
    shown = [];
    pick(-1);
  }

  function look() {
    const typed = text.value.replace(/^\s*\/?(lawgame\s+)?/i, "").toLowerCase();
    const [word, ...rest] = typed.split(/\s/);
    const known = options.find((each) => each.dataset.name === word);
    if (known) {
      say(known.dataset.usage);
      find("usage").classList.add("syntax");
    } else {
      say("");
      find("usage").innerHTML = hint;
      find("usage").classList.add("hint");
    }
    const open = rest.length === 0 && (word || text.value.trim() === "/");
    shown = open ? options.filter((each) => each.dataset.name.startsWith(word)) : [];
    if (shown.length === 1 && known) shown = [];
    options.forEach((each) => { each.hidden = !shown.includes(each); });
    list.hidden = shown.length === 0;
    pick(-1);
  }

  function take(option) {
    text.value = `${option.dataset.name} `;
    text.focus();
    look();
    close();
  }

  text.addEventListener("input", look);
  text.addEventListener("blur", () => setTimeout(close, 150));
  list.addEventListener("mousedown", (event) => {
    event.preventDefault();
    const option = event.target.closest("[role=option]");
    if (option) take(option);
  });
  text.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const last = shown.length - 1;
    if (event.key === "ArrowDown" && shown.length) pick(at === last ? 0 : at + 1);
    else if (event.key === "ArrowUp" && shown.length) pick(at <= 0 ? last : at - 1);
    else if (event.key === "Tab" && shown.length && !event.shiftKey) take(shown[Math.max(at, 0)]);
    else if (event.key === "Escape") { if (shown.length) close(); else text.blur(); }
    else if (event.key === "Enter" && !event.shiftKey) {
      if (at >= 0) take(shown[at]);
      else { close(); text.form.requestSubmit(); }
    } else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input:not([type=radio]), textarea, select");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    text.focus();
  });
}

function dropping() {
  const upload = find("upload");
  if (!upload) return;
  const carries = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    document.body.classList.remove("dropping");
    // Not sent yet: who may see them is still to be said.
    upload.open = true;
    find("file").files = event.dataTransfer.files;
    upload.querySelector("input[name=scope]:checked").focus();
  });
}

if (thread) {
  localTimes(document);
  commandBox();
  dropping();
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-send]");
    if (!form) return;
    event.preventDefault();
    if (!form.querySelector("button.button").disabled) send(form);
  });
  find("newer").addEventListener("click", toEnd);
  window.addEventListener("scroll", () => { if (atEnd()) find("newer").hidden = true; }, { passive: true });
  if (!location.hash || location.hash === "#end") toEnd();
  follow();
}
