import fs from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.join(import.meta.dirname, '..', '..');

/** The command line. */
export const CLI = 'dist/cli/dm.mjs';

/** Bundles the command line into one file, which runs without an installation. */
export async function bundleCli(outfile = CLI) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts'],
    outfile,
    bundle: true,
    // Crashes name their functions. `keepNames` would define the name of each closure anew, which takes a quarter of an upload's time.
    minifyWhitespace: true,
    minifySyntax: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    define: { DM_VERSION: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
    banner: {
      js: `#!/usr/bin/env node
import { createRequire as createBundleRequire } from 'node:module';
const require = createBundleRequire(import.meta.url);`,
    },
    logLevel: 'warning',
  });
  fs.chmodSync(path.resolve(root, outfile), 0o755);
}
