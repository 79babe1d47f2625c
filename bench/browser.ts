import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { chromiumOptions } from '../test/support/chromiumOptions';
import { openCdpPipe, type CdpPipe } from './cdpPipe';

const POLL_MS = 50;
const PATIENCE_MS = 60_000;
const SETTLING_MS = 500;

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
 * Starts Chromium and controls it over the DevTools protocol without the Network domain. Playwright always enables
 * that domain, which slows down request bodies.
 */
export async function launchBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'data-manager-bench-profile-'));
  const child = spawn(
    chromiumOptions.executablePath ?? 'chromium',
    [
      ...(chromiumOptions.args ?? []),
      '--headless=new',
      '--remote-debugging-pipe',
      '--no-first-run',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const [, , , input, output] = child.stdio;
  if (!(input instanceof Writable) || !(output instanceof Readable)) throw new Error('The browser has no pipes.');
  const cdp = openCdpPipe(input, output);
  return {
    pid: child.pid ?? 0,
    open: (url, options = {}) => openPage(cdp, url, options),
    close: async () => {
      await end(child, cdp);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function end(child: ChildProcess, cdp: CdpPipe): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  await cdp.send('Browser.close').catch(() => child.kill());
  await closed;
}

async function openPage(cdp: CdpPipe, url: string, options: OpenOptions): Promise<Page> {
  const { probe, isFresh = false, slowdown = 1 } = options;
  const profile = isFresh ? v.parse(Profile, await cdp.send('Target.createBrowserContext')) : {};
  const created = await cdp.send('Target.createTarget', { url: 'about:blank', ...profile });
  const { targetId } = v.parse(v.object({ targetId: v.string() }), created);
  const attached = await cdp.send('Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = v.parse(v.object({ sessionId: v.string() }), attached);
  const send = (method: string, params?: object): Promise<unknown> => cdp.send(method, params, sessionId);
  if (probe !== undefined) {
    await send('Page.enable');
    await send('Page.addScriptToEvaluateOnNewDocument', { source: probe });
  }
  if (slowdown !== 1) await send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await send('Page.navigate', { url });

  const evaluate: Page['evaluate'] = async (expression, schema) => {
    const answer = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    const { result, exceptionDetails } = v.parse(Evaluation, answer);
    if (exceptionDetails !== undefined) throw new Error(`In the page: ${exceptionDetails.exception.description}`);
    return v.parse(schema, result.value);
  };
  return {
    evaluate,
    goTo: async (address) => {
      await send('Page.navigate', { url: address });
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
      const { result } = v.parse(Evaluation, await send('Runtime.evaluate', { expression }));
      await send('DOM.setFileInputFiles', { files, objectId: result.objectId });
    },
    drop: async (selector, files) => {
      const box = await evaluate(
        `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().toJSON()`,
        Place,
      );
      const at = { x: box.x + 5, y: box.y + 5 };
      const data = { items: [], files, dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop']) {
        await send('Input.dispatchDragEvent', { type, ...at, data });
      }
    },
    collectGarbage: async () => {
      await send('HeapProfiler.collectGarbage');
    },
    heapBytes: async () => {
      // Finalizers of the first collection can release more memory.
      for (let round = 0; round < 2; round += 1) {
        await send('HeapProfiler.collectGarbage');
        await wait(SETTLING_MS);
      }
      return v.parse(v.object({ usedSize: v.number() }), await send('Runtime.getHeapUsage')).usedSize;
    },
    close: async () => {
      await cdp.send('Target.closeTarget', { targetId });
      if (isFresh) await cdp.send('Target.disposeBrowserContext', profile);
    },
  };
}

/** Chromium rejects an evaluation whose page navigates before it responds. */
function falseIfNavigated(error: unknown): false {
  if (error instanceof Error && /navigated|context was destroyed/.test(error.message)) return false;
  throw error;
}

const Profile = v.object({ browserContextId: v.string() });

const Place = v.object({ x: v.number(), y: v.number() });

const Evaluation = v.object({
  result: v.object({ value: v.optional(v.unknown()), objectId: v.optional(v.string()) }),
  exceptionDetails: v.optional(v.object({ exception: v.object({ description: v.string() }) })),
});
