import { createMD5 } from 'hash-wasm';
import { once } from '@data-manager/lib/once';
import { createRunningMd5 } from './hashBlob';
import { serveHashes } from './serveHashes';

/** One instance: instantiating WebAssembly takes as long as hashing a small file, and calls never overlap. */
const openMd5 = once(createMD5);

// Runs in a Web Worker.
serveHashes(() => createRunningMd5(openMd5));
