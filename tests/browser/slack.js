// A person at the Slack server's page. One JSON order a line on standard input, one JSON answer a
// line on standard output: {"ok": true, ...} or {"ok": false, "error": "..."}.
//
//   {"do":"open","url":U,"width":W,"height":H}    {"do":"as","person":NAME}
//   {"do":"type","text":T,"thread":BOOL}          {"do":"drop","paths":[P],"text":T,"thread":BOOL}
//   {"do":"thread","text":T}   open the thread of the last message that holds T
//   {"do":"see","text":T,"seconds":S}             {"do":"press","label":L}
//   {"do":"scroll","text":T}   bring the last T to the top
//   {"do":"shot","path":P,"width":W,"height":H}   {"do":"text"}    {"do":"quit"}

const readline = require('node:readline');
const { chromium } = require('playwright-core');
const { drawRichText } = require('./rich_text.js');

const MESSAGE = '.message, [class*="message-row"], [class*="msg"]';
let browser, page;
const foreign = new Set();

const within = (thread) => (thread ? page.locator('textarea').last() : page.locator('textarea').first());

const orders = {
  async open({ url, width = 1200, height = 900 }) {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu'],
    });
    page = await browser.newPage({ viewport: { width, height } });
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
    const replies = page.getByText(/^\d+ repl(y|ies)$/);
    const told = text ? page.locator(MESSAGE).filter({ hasText: text }).getByText(/\d+ repl(y|ies)/) : replies;
    await told.last().click();
    await page.getByText('Thread', { exact: true }).waitFor();
  },
  async see({ text, seconds = 20 }) {
    await page.getByText(text).last().waitFor({ timeout: seconds * 1000 });
  },
  async scroll({ text }) {
    await page.getByText(text).last().evaluate((node) => node.scrollIntoView({ block: 'start' }));
  },
  async press({ label }) {
    await page.getByRole('button', { name: label, exact: true }).last().click();
  },
  async shot({ path, width, height }) {
    if (width) await page.setViewportSize({ width, height: height || 900 });
    // The server's page has no layout for a phone: there the open thread gets all of the screen.
    await page.locator('body').evaluate((body, narrow) => body.classList.toggle('phone', narrow),
      page.viewportSize().width < 700);
    await page.screenshot({ path });
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
