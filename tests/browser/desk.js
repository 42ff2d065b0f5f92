// Drives the Desk at argv[2] as people do, and says what it saw, one JSON object a line.
// argv[3] is Chromium's path, argv[4] a file to upload.
"use strict";
const { chromium } = require("playwright-core");
const [address, executablePath, upload] = process.argv.slice(2);
const saw = (name, value) => console.log(JSON.stringify({ name, value }));

async function sit(page) {
  await page.goto(address);
  await page.getByRole("button", { name: /Ann/ }).click();
  await page.getByRole("link", { name: /Brellwick/ }).click();
  await page.locator("#thread").waitFor();
}

function contrasts() {
  const rgb = (text) => (text.match(/[\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const behind = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = rgb(getComputedStyle(each).backgroundColor);
      if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const low = [];
  for (const element of document.querySelectorAll("body *")) {
    const words = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!words || !element.checkVisibility()) continue;
    const [a, b] = [light(rgb(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) low.push(`${element.className || element.tagName} ${ratio.toFixed(2)}`);
  }
  return low;
}

async function lively(browser) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const complaints = [];
  const strangers = [];
  page.on("console", (m) => { if (m.type() === "error") complaints.push(m.text()); });
  page.on("pageerror", (e) => complaints.push(e.message));
  page.on("request", (r) => { if (!r.url().startsWith(address)) strangers.push(r.url()); });
  await sit(page);
  const loaded = await page.evaluate(() => performance.timeOrigin);

  await page.keyboard.press("/");
  await page.keyboard.type("stat");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  saw("completed", await page.locator("#text").inputValue());
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Documents on file" }).waitFor();
  saw("announced", await page.locator("#news").textContent());

  await page.locator("#text").fill("simulate twice");
  await page.getByRole("button", { name: "Send" }).dblclick();
  await page.getByText("5 of 12 turns").waitFor();
  await page.locator("#running summary").click();
  await page.getByText("Stop this simulation?").waitFor();
  await page.getByRole("button", { name: "Yes: Stop" }).click();
  await page.getByRole("heading", { name: /within reach/ }).waitFor();
  saw("running", await page.locator("#running article").count());

  await page.locator("#upload summary").click();
  saw("scope", await page.locator("input[name=scope]:checked").inputValue());
  await page.locator("#file").setInputFiles(upload);
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByText("Documents received.").waitFor();
  saw("reloaded", loaded !== await page.evaluate(() => performance.timeOrigin));
  saw("complaints", complaints);
  saw("strangers", strangers);
}

async function narrow(browser) {
  for (const colorScheme of ["light", "dark"]) {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme });
    const page = await context.newPage();
    await sit(page);
    await page.locator("#upload summary").click();
    saw("sideways", await page.evaluate(() => document.documentElement.scrollWidth - innerWidth));
    saw("faint", await page.evaluate(contrasts));
    await context.close();
  }
}

async function plain(browser) {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await sit(page);
  const before = await page.getByRole("heading", { name: "Documents on file" }).count();
  await page.locator("#text").fill("docs");
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForURL(/#end$/);
  saw("plain", await page.getByRole("heading", { name: "Documents on file" }).count() - before);
  await page.reload();
  await context.close();
}

(async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    await lively(browser);
    await narrow(browser);
    await plain(browser);
  } finally {
    await browser.close();
  }
})().catch((error) => { console.error(error); process.exit(1); });
