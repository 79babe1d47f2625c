import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Most gzipped script that may be requested until the project list is in the document, KiB. */
export const MOST_FIRST_SCRIPT_KIB = 240;

const DIST = resolve(__dirname, '../../dist');
const BYTES_PER_KIB = 1024;

/** A script to run before those of the page. It notes when the first project is in the document. */
export const NOTE_FIRST_PROJECT = `
  new MutationObserver((changes, observer) => {
    if (document.querySelector('[role=row] a') === null) return;
    window.firstProjectMs = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;

/** An expression for the paths of the scripts that were requested until then. */
export const SCRIPTS_BEFORE_FIRST_PROJECT = `
  performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime <= window.firstProjectMs)
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.endsWith('.js'))
`;

/** Returns the gzipped size of files of the build, KiB. */
export function gzippedKib(paths: readonly string[]): number {
  const bytes = paths.map((path) => gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length);
  return bytes.reduce((sum, length) => sum + length, 0) / BYTES_PER_KIB;
}
