// A person at the Slack server's page. One JSON order a line on standard input, one JSON answer a
// line on standard output: {"ok": true, ...} or {"ok": false, "error": "..."}.
//
//   {"do":"open","url":U,"width":W,"height":H,"scale":S}   {"do":"as","person":NAME}
//   {"do":"type","text":T,"thread":BOOL}          {"do":"drop","paths":[P],"text":T,"thread":BOOL}
//   {"do":"thread","text":T}   open the thread of the last message that holds T
//   {"do":"see","text":T,"seconds":S}             {"do":"press","label":L,"clicks":N}
//   {"do":"scroll","text":T}   bring the last T to the top
//   {"do":"bare"}              the thread's messages only, without its frame
//   {"do":"count","label":L}   how many buttons of that name there are
//   {"do":"size","width":W,"height":H}   {"do":"shot","path":P}   {"do":"text"}   {"do":"quit"}

const readline = require('node:readline');
const { chromium } = require('playwright-core');
const { drawRichText } = require('./rich_text.js');

let browser, page;
const foreign = new Set();

const within = (thread) => (thread ? page.locator('textarea').last() : page.locator('textarea').first());

const orders = {
  async open({ url, width = 1200, height = 900, scale = 1 }) {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
    page.setDefaultTimeout(10000);
    const home = new URL(url).host;
    page.on('request', (request) => {
      const { host, protocol } = new URL(request.url());
      if (host !== home && /^(http|ws)/.test(protocol)) foreign.add(host);
    });
    await page.addInitScript(drawRichText);
    await page.goto(url);
    await page.locator('textarea').first().waitFor();
  },
  async as({ person }) {
    await page.locator('select').first().selectOption({ label: person });
    await page.locator('textarea').first().waitFor();
  },
  async type({ text, thread = false }) {
    const box = within(thread);
    await box.click();
    await box.fill(text);
    await page.keyboard.press('Escape');
    await box.press('Enter');
  },
  async drop({ paths, text = '', thread = false }) {
    const input = page.locator('input[type=file]');
    await (thread ? input.last() : input.first()).setInputFiles(paths);
    const box = within(thread);
    if (text) await box.fill(text);
    await page.getByRole('button', { name: 'Send' })[thread ? 'last' : 'first']().click();
  },
  async thread({ text }) {
    const message = page.locator('.main > .messages > .msg').filter({ hasText: text }).last();
    await message.hover();
    await message.getByTitle('Reply in thread').click();
    await page.getByText('Thread', { exact: true }).waitFor();
  },
  async see({ text, seconds = 20 }) {
    await page.getByText(text).last().waitFor({ timeout: seconds * 1000 });
  },
  async scroll({ text }) {
    await page.getByText(text).last().evaluate((node) => {
      (node.closest('.msg') || node).scrollIntoView({ block: 'start' });
    });
  },
  async press({ label, clicks = 1 }) {
    const button = page.getByRole('button', { name: label, exact: true }).last();
    await button.click({ clickCount: clicks, delay: 0 });
  },
  async count({ label }) {
    return { count: await page.getByRole('button', { name: label, exact: true }).count() };
  },
  async size({ width, height }) {
    await page.setViewportSize({ width, height });
    // The server's page has no layout for a phone: there the open thread gets all of the screen.
    await page.locator('body').evaluate((body, narrow) => body.classList.toggle('phone', narrow),
      width < 700);
  },
  async shot({ path }) {
    await page.screenshot({ path });
  },
  async bare() {
    const content = '.thread-pane > :not(.thread-body) { display: none !important; }';
    await page.addStyleTag({ content });
  },
  async text() {
    return { text: await page.locator('body').innerText(), foreign: [...foreign] };
  },
};

(async () => {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const order = JSON.parse(line);
    if (order.do === 'quit') break;
    try {
      const answer = await orders[order.do](order);
      process.stdout.write(`${JSON.stringify({ ok: true, ...answer })}\n`);
    } catch (error) {
      process.stdout.write(`${JSON.stringify({ ok: false, error: String(error).slice(0, 600) })}\n`);
    }
  }
  if (browser) await browser.close();
})();
