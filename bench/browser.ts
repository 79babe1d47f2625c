import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type CDPSession } from 'puppeteer-core';
import * as v from 'valibot';
import { pick } from '@data-manager/lib/pick';
import { chromiumOptions } from '../test/support/chromiumOptions';

const POLL_MS = 50;
const PATIENCE_MS = 60_000;
const SETTLING_MS = 500;
/** Longer than any case of the benchmark lets a page work. */
const REPLY_MS = 10 * 60_000;

/** A page in a browser. */
export interface Page {
  /** Evaluates an expression in the page, awaits its promise and returns the value. */
  readonly evaluate: <Schema extends v.GenericSchema>(
    expression: string,
    schema: Schema,
  ) => Promise<v.InferOutput<Schema>>;
  /** Loads an address in the same tab, which keeps its storage. */
  readonly goTo: (url: string) => Promise<void>;
  /** Waits until the expression is true, also across navigations. */
  readonly until: (expression: string) => Promise<void>;
  /** Sets the files of the input that matches a selector. */
  readonly chooseFiles: (selector: string, paths: readonly string[]) => Promise<void>;
  /** Drops files and folders on the element that matches a selector. */
  readonly drop: (selector: string, paths: readonly string[]) => Promise<void>;
  readonly collectGarbage: () => Promise<void>;
  /** Collects garbage and returns the size of the JavaScript heap in bytes. */
  readonly heapBytes: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** Options for opening a page. */
interface OpenOptions {
  /** A script to run before the page's scripts. */
  readonly probe?: string;
  /** Opens the page in a temporary profile with empty caches. */
  readonly isFresh?: boolean;
  /** CPU slowdown of the main thread. Defaults to 1. */
  readonly slowdown?: number;
}

export interface Browser {
  readonly pid: number;
  readonly open: (url: string, options?: OpenOptions) => Promise<Page>;
  readonly close: () => Promise<void>;
}

/**
 * Starts Chromium and controls its pages over the DevTools protocol without the Network domain, which slows down request
 * bodies. Playwright and the pages of Puppeteer enable it.
 */
export async function launchBrowser(): Promise<Browser> {
  const browser = await puppeteer.launch({
    executablePath: chromiumOptions.executablePath ?? 'chromium',
    ignoreDefaultArgs: true,
    args: [...(chromiumOptions.args ?? []), '--headless=new', '--no-first-run', 'about:blank'],
    pipe: true,
    protocolTimeout: REPLY_MS,
    waitForInitialPage: false,
  });
  const root = await browser.target().createCDPSession();
  return {
    pid: browser.process()?.pid ?? 0,
    open: (url, options = {}) => openPage(root, url, options),
    close: () => browser.close(),
  };
}

async function openPage(root: CDPSession, url: string, options: OpenOptions): Promise<Page> {
  const { probe, isFresh = false, slowdown = 1 } = options;
  const profile = isFresh ? await root.send('Target.createBrowserContext') : undefined;
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', ...profile });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const page = root.connection()?.session(sessionId);
  if (!page) throw new Error('The page has no session.');
  if (probe !== undefined) {
    await page.send('Page.enable');
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: probe });
  }
  if (slowdown !== 1) await page.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.send('Page.navigate', { url });

  const evaluate: Page['evaluate'] = async (expression, schema) => {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await page.send('Runtime.evaluate', asked);
    if (exceptionDetails) throw new Error(`In the page: ${exceptionDetails.exception?.description ?? ''}`);
    return v.parse(schema, result.value);
  };
  return {
    evaluate,
    goTo: async (address) => {
      await page.send('Page.navigate', { url: address });
    },
    until: async (expression) => {
      const deadline = performance.now() + PATIENCE_MS;
      while (!(await evaluate(`Boolean(${expression})`, v.boolean()).catch(falseIfNavigated))) {
        if (performance.now() > deadline) throw new Error(`The page never came so far: ${expression}`);
        await wait(POLL_MS);
      }
    },
    chooseFiles: async (selector, files) => {
      const expression = `document.querySelector(${JSON.stringify(selector)})`;
      const { result } = await page.send('Runtime.evaluate', { expression });
      await page.send('DOM.setFileInputFiles', { files: [...files], ...pick(result, 'objectId') });
    },
    drop: async (selector, files) => {
      const box = await evaluate(
        `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().toJSON()`,
        Place,
      );
      const at = { x: box.x + 5, y: box.y + 5 };
      const data = { items: [], files: [...files], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await page.send('Input.dispatchDragEvent', { type, ...at, data });
      }
    },
    collectGarbage: async () => {
      await page.send('HeapProfiler.collectGarbage');
    },
    heapBytes: async () => {
      // Finalizers of the first collection can release more memory.
      for (let round = 0; round < 2; round += 1) {
        await page.send('HeapProfiler.collectGarbage');
        await wait(SETTLING_MS);
      }
      return (await page.send('Runtime.getHeapUsage')).usedSize;
    },
    close: async () => {
      await root.send('Target.closeTarget', { targetId });
      if (profile) await root.send('Target.disposeBrowserContext', profile);
    },
  };
}

/** Chromium rejects an evaluation whose page navigates before it responds. */
function falseIfNavigated(error: unknown): false {
  if (error instanceof Error && /navigated|context was destroyed/.test(error.message)) return false;
  throw error;
}

const Place = v.object({ x: v.number(), y: v.number() });
