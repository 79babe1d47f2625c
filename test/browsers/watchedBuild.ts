import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../support/temporaryFolder';

const DIST = resolve(__dirname, '../../dist');

/**
 * Notes in the session storage, before any other script, what the page writes to the console and what its policy blocks.
 * No driver of WebKit reports either.
 */
const WATCH = `
  const note = (message) => {
    const noted = JSON.parse(sessionStorage.getItem('messages') ?? '[]');
    sessionStorage.setItem('messages', JSON.stringify([...noted, location.pathname + ': ' + message]));
  };
  for (const level of ['debug', 'log', 'info', 'warn', 'error']) {
    const write = console[level];
    console[level] = (...values) => {
      note(level + ' ' + values.join(' '));
      write.apply(console, values);
    };
  }
  addEventListener('error', ({ message }) => note('uncaught ' + message));
  addEventListener('unhandledrejection', ({ reason }) => note('uncaught ' + reason));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    note('policy ' + effectiveDirective + ' ' + blockedURI);
  });
`;

/** An expression for the messages noted so far. */
export const NOTED_MESSAGES = `JSON.parse(sessionStorage.getItem('messages') ?? '[]')`;

/** Copies the built app and adds the script. Returns the folder. */
export async function copyWatchedBuild(): Promise<string> {
  const folder = await temporaryFolder();
  cpSync(DIST, folder, { recursive: true });
  writeFileSync(join(folder, 'watch.js'), WATCH);
  const page = join(folder, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', '<head><script src="/watch.js"></script>'));
  return folder;
}
