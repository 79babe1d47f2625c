import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// This file runs from `server/src/` and, bundled, from `server/dist/`. Both have the same parent.
const SERVER_DIR = fileURLToPath(new URL('..', import.meta.url));

/** The folder of the server's sources, which contains files that are read at run time. */
export const SOURCE_DIR = join(SERVER_DIR, 'src');
/** The folder of the bundled server and of the viewer's script. */
export const BUNDLE_DIR = join(SERVER_DIR, 'dist');
export const REPOSITORY_ROOT = join(SERVER_DIR, '..');

/** The program that reads images, in TypeScript or bundled, as this file is. */
export const IMAGE_WORKER = fileURLToPath(new URL(`./imageWorker${extname(import.meta.url)}`, import.meta.url));
