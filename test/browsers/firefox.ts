import puppeteer, { type ElementHandle } from 'puppeteer-core';
import type { Json, PageElement, StartBrowser } from './browser';

export const FIREFOX = '/usr/bin/firefox-esr';

const PREFERENCES = {
  // Saves into the given folder without asking.
  'browser.download.folderList': 2,
  'browser.download.useDownloadDir': true,
  'browser.download.always_ask_before_handling_new_types': false,
};

/** Starts Firefox, which is driven by WebDriver BiDi. */
export const startFirefox: StartBrowser = async (downloads) => {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    headless: true,
    // Reporting each request to the test would take a third of the time of Firefox's main process.
    networkEnabled: false,
    extraPrefsFirefox: { ...PREFERENCES, 'browser.download.dir': downloads },
  });
  // The page that Firefox starts with never gets the focus.
  const page = await browser.newPage();
  await page.bringToFront();
  // A page with an upload asks before it is left.
  page.on('dialog', (dialog) => void dialog.accept());
  const messages: string[] = [];
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(`error: ${String(error)}`));

  const call = (script: string, args: readonly Json[]) =>
    page.evaluateHandle(`(function () { ${script}\n }).apply(undefined, ${JSON.stringify(args)})`);

  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
    resize: (width, height) => page.setViewport({ width, height }),
    run: async (script, ...args) => (await call(script, args)).jsonValue() as Promise<never>,
    find: async (script, ...args) => {
      const element = (await call(script, args)).asElement();
      return element === null ? undefined : pageElement(element as ElementHandle<HTMLInputElement>);
    },
    messages: () => messages,
    close: () => browser.close(),
  };
};

function pageElement(element: ElementHandle<HTMLInputElement>): PageElement {
  return {
    hover: () => element.hover(),
    click: () => element.click(),
    type: (text) => element.type(text),
    choose: (files) => element.uploadFile(...files),
  };
}
