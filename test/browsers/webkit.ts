import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { freePort } from '../support/startBackend';
import { temporaryFolder } from '../support/temporaryFolder';
import { until } from '../support/until';
import type { Json, PageElement, StartBrowser } from './browser';
import { createCommand, ELEMENT, type Command } from './webDriver';

export const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** The key in the W3C protocol. */
const ENTER = '\uE007';

const CAPABILITIES = {
  pageLoadStrategy: 'normal',
  'webkitgtk:browserOptions': {
    binary: MINI_BROWSER,
    args: ['--automation'],
  },
};

/** Starts WebKit in its minimal browser, which is driven by the W3C protocol and needs a display. */
export const startWebKit: StartBrowser = async (downloads) => {
  const home = await temporaryFolder();
  const config = join(home, '.config');
  await mkdir(config);
  await writeFile(join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const display = await startDisplay();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, HOME: home, XDG_CONFIG_HOME: config },
    stdio: 'ignore',
  });
  const send = createCommand(`http://127.0.0.1:${port}`);
  await until('the driver of WebKit answers', () => send('GET', '/status').catch(() => undefined));
  const session = await openSession(send);
  const run = (script: string, args: readonly Json[]) => session('POST', '/execute/sync', { script, args });

  return {
    open: async (url) => void (await session('POST', '/url', { url })),
    reload: async () => void (await session('POST', '/refresh')),
    resize: async (width, height) => void (await session('POST', '/window/rect', { width, height })),
    run: async (script, ...args) => (await run(script, args)) as never,
    find: async (script, ...args) => {
      const found = await run(script, args);
      return found === null
        ? undefined
        : pageElement(session, (found as Readonly<Record<string, string>>)[ELEMENT] ?? '');
    },
    // The driver does not report them.
    messages: () => [],
    close: async () => {
      await session('DELETE', '');
      await end(driver);
      await end(display.process);
      await rm(home, { recursive: true, force: true });
    },
  };
};

async function openSession(send: Command): Promise<Command> {
  const created = await send('POST', '/session', { capabilities: { alwaysMatch: CAPABILITIES } });
  const { sessionId } = created as { readonly sessionId: string };
  return (method, path, body) => send(method, `/session/${sessionId}${path}`, body);
}

function pageElement(session: Command, id: string): PageElement {
  return {
    hover: async () => {
      const element = { [ELEMENT]: id };
      const script = "arguments[0].scrollIntoView({ block: 'center' })";
      await session('POST', '/execute/sync', { script, args: [element] });
      const move = { type: 'pointerMove', duration: 0, origin: element, x: 0, y: 0 };
      await session('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions: [move] }] });
    },
    click: async () => void (await session('POST', `/element/${id}/click`)),
    type: async (text) => void (await session('POST', `/element/${id}/value`, { text: text.replaceAll('\n', ENTER) })),
    choose: async (files) => void (await session('POST', `/element/${id}/value`, { text: files.join('\n') })),
  };
}

/** Starts a display on a free number. */
async function startDisplay(): Promise<{ readonly name: string; readonly process: ChildProcess }> {
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [line] = (await once(createInterface({ input: display.stdio[3] as Readable }), 'line')) as [string];
  return { name: `:${line}`, process: display };
}

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill();
  await closed;
}
