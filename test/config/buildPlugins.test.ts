import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import webpack, { type Stats } from 'webpack';
import { InitialLoadPlugin } from '../../config/webpack/initialLoad';
import { PrecompressPlugin } from '../../config/webpack/precompress';
import { temporaryFolder } from '../support/temporaryFolder';

const KIB = 1024;
let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

/** Returns a string literal that does not compress below the given number of bytes. */
function noise(bytes: number): string {
  return JSON.stringify(randomBytes(bytes).toString('base64'));
}

/** Builds the given modules with the app's plugins. `main` is the entry. */
function build(modules: Readonly<Record<string, string>>): Promise<Stats> {
  for (const [name, text] of Object.entries(modules)) fs.writeFileSync(path.join(folder, `${name}.js`), text);
  const compiler = webpack({
    mode: 'none',
    context: folder,
    entry: './main.js',
    output: { path: path.join(folder, 'dist'), filename: '[name].[contenthash:8].js' },
    plugins: [new PrecompressPlugin(), new InitialLoadPlugin({ prints: false })],
  });
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => (stats === undefined ? reject(error ?? new Error('No result')) : resolve(stats)));
  });
}

function errorsOf(stats: Stats): readonly string[] {
  return stats.compilation.errors.map(({ message }) => message);
}

it('the build fails and names the scripts if the first load exceeds its budget', async () => {
  const stats = await build({ main: `console.log(${noise(245 * KIB)})` });
  expect(errorsOf(stats)).toContainEqual(
    expect.stringMatching(/^Over budget: the scripts of the first load are 2\d\d\.\d KiB gzipped, more than \d+ KiB/),
  );
});

it('the build includes the chunks of the project list in the budget of the first load', async () => {
  const stats = await build({
    main: `console.log(${noise(140 * KIB)}); import('./ProjectListScreen.js')`,
    ProjectListScreen: `console.log(${noise(100 * KIB)})`,
  });
  expect(errorsOf(stats)).toHaveLength(1);
  expect(errorsOf(stats)[0]).toContain('the scripts of the first load');
});

it('the build does not limit the size of other screens', async () => {
  const stats = await build({
    main: `console.log(${noise(140 * KIB)}); import('./other.js')`,
    other: `console.log(${noise(100 * KIB)})`,
  });
  expect(errorsOf(stats)).toEqual([]);
});

it('the build writes Brotli and gzip copies of each file', async () => {
  await build({ main: `console.log(${JSON.stringify('tissue '.repeat(1_000))})` });
  const dist = path.join(folder, 'dist');
  const script = fs.readdirSync(dist).find((name) => name.endsWith('.js')) ?? '';
  const plain = fs.readFileSync(path.join(dist, script));
  expect(brotliDecompressSync(fs.readFileSync(path.join(dist, `${script}.br`)))).toEqual(plain);
  expect(gunzipSync(fs.readFileSync(path.join(dist, `${script}.gz`)))).toEqual(plain);
});

it('the build does not compress small files', async () => {
  await build({ main: '1' });
  expect(fs.readdirSync(path.join(folder, 'dist'))).toHaveLength(1);
});
