import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { NOT_BUNDLED } from './notBundled.mjs';

const root = path.join(import.meta.dirname, '..', '..');

/** CommonJS packages expect these names, which ES modules lack. */
const COMMONJS_NAMES = `
import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;
`;

/**
 * Bundles the server and most of its packages, which makes its start three times as fast: loading hundreds of small files
 * and compiling TypeScript takes most of it.
 */
export async function bundleServer() {
  const outdir = path.join(root, 'server', 'dist');
  fs.rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['main.ts', 'imageWorker.ts', 'setupStorage.ts'].map((name) => `server/src/${name}`),
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: NOT_BUNDLED,
    alias: { 'crc-32': './server/src/zips/nativeCrc32.ts' },
    banner: { js: COMMONJS_NAMES },
    logLevel: 'warning',
  });
  await bundleViewer();
}

/** Bundles the scripts of pages: the viewer's, which shares modules with the app, and the one that checks a seal. */
export async function bundleViewer() {
  await build({
    absWorkingDir: root,
    entryPoints: ['server/src/pipelines/viewer/viewer.mjs'],
    outdir: path.join(root, 'server', 'dist'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  await build({
    absWorkingDir: root,
    entryPoints: ['server/src/pipelines/seal/verify.mjs'],
    outdir: path.join(root, 'server', 'dist'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  });
}
