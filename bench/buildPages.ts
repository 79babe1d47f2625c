import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';

const PAGES = join(__dirname, 'pages');

/** Bundles each script of the baseline pages and probes into its own file. */
export function buildPages(folder: string): Promise<void> {
  const names = readdirSync(PAGES).map((file) => file.replace(/\.ts$/, ''));
  const loader = { loader: 'ts-loader', options: { transpileOnly: true, compilerOptions: { noEmit: false } } };
  const compiler = webpack({
    mode: 'production',
    entry: Object.fromEntries(names.map((name) => [name, join(PAGES, `${name}.ts`)])),
    output: { path: folder, filename: '[name].js' },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      // A baseline page can run in a worker, which loads no chunks.
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [{ test: /\.ts$/, exclude: /node_modules/, use: loader }],
    },
    performance: { hints: false },
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors() === true) reject(new Error(stats.toString('errors-only')));
      else resolve();
    });
  });
}
