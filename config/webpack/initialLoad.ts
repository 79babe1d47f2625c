import { gzipSync } from 'node:zlib';
import type { Chunk, Compilation, Compiler, Module } from 'webpack';

/** Budget of the first load: what every page loads, and the project list, the first screen after login. Gzipped. */
const BUDGET_KIB = { script: 240, style: 26 } as const;
const FIRST_SCREEN = /ProjectListScreen/;

const BYTES_PER_KIB = 1024;
const LARGEST_MODULES = 4;

type AssetKind = keyof typeof BUDGET_KIB;

const KINDS: readonly (readonly [AssetKind, suffix: string])[] = [
  ['script', '.js'],
  ['style', '.css'],
];

/** Fails the build if the first scripts or styles exceed their budgets. Optionally prints the size of every chunk. */
export class InitialLoadPlugin {
  readonly #prints: boolean;

  constructor(options: { readonly prints: boolean }) {
    this.#prints = options.prints;
  }

  apply({ hooks, webpack }: Compiler): void {
    hooks.thisCompilation.tap('InitialLoadPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'InitialLoadPlugin', stage }, () => {
        const entry = new Set([...compilation.entrypoints.values()].flatMap(({ chunks }) => chunks));
        const screen = compilation.chunkGroups.filter(({ origins }) =>
          origins.some(({ request }) => FIRST_SCREEN.test(request)),
        );
        const firstLoad = new Set([...entry, ...screen.flatMap(({ chunks }) => chunks)]);
        for (const problem of overBudget(compilation, firstLoad)) {
          compilation.errors.push(new webpack.WebpackError(problem));
        }
        if (this.#prints) printChunks(compilation, entry);
      });
    });
  }
}

function overBudget(compilation: Compilation, chunks: ReadonlySet<Chunk>): readonly string[] {
  return KINDS.flatMap(([kind, suffix]) => {
    const bytes = [...chunks].reduce((sum, chunk) => sum + gzippedBytes(compilation, chunk, suffix), 0);
    const limit = BUDGET_KIB[kind];
    if (bytes <= limit * BYTES_PER_KIB) return [];
    return [
      `Over budget: the ${kind}s of the first load are ${kib(bytes)} gzipped, more than ${limit} KiB. ` +
        'See `npm run build -- --analyze`; load code lazily that the first screen does not need.',
    ];
  });
}

function gzippedBytes(compilation: Compilation, chunk: Chunk, suffix: string): number {
  return [...chunk.files]
    .filter((name) => name.endsWith(suffix))
    .reduce((sum, name) => sum + gzipSync(compilation.getAsset(name)?.source.buffer() ?? '', { level: 9 }).length, 0);
}

function printChunks(compilation: Compilation, entry: ReadonlySet<Chunk>): void {
  const rows = [...compilation.chunks].map((chunk) => ({
    chunk: `${chunk.name ?? String(chunk.id)}${entry.has(chunk) ? ' (first load)' : ''}`,
    script: gzippedBytes(compilation, chunk, '.js'),
    style: gzippedBytes(compilation, chunk, '.css'),
    largest: largestModules(compilation, chunk),
  }));
  rows.sort((left, right) => right.script + right.style - left.script - left.style);
  const lines = [
    ['chunk', 'scripts', 'styles', 'largest modules, before minification'],
    ...rows.map((row) => [row.chunk, kib(row.script), kib(row.style), row.largest]),
  ];
  const widths = [22, 11, 10, 0];
  for (const cells of lines) {
    process.stdout.write(`${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' ')}\n`);
  }
}

/** Lists the largest modules by source size: their minified sizes are not known. */
function largestModules({ chunkGraph }: Compilation, chunk: Chunk): string {
  const sizes = new Map<string, number>();
  for (const module of chunkGraph.getChunkModulesIterable(chunk)) {
    for (const part of partsOf(module)) {
      const name = packageOf(part);
      sizes.set(name, (sizes.get(name) ?? 0) + part.size());
    }
  }
  return [...sizes]
    .sort(([, left], [, right]) => right - left)
    .slice(0, LARGEST_MODULES)
    .map(([name, bytes]) => `${name} ${kib(bytes)}`)
    .join(', ');
}

/** Returns the modules that webpack has concatenated into this one. */
function partsOf(module: Module): readonly Module[] {
  return 'modules' in module && Array.isArray(module.modules) ? (module.modules as Module[]) : [module];
}

function packageOf(module: Module): string {
  const file = module.nameForCondition() ?? module.identifier();
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
  return inPackage ?? /\bsrc\/.*/.exec(file)?.[0] ?? module.type;
}

function kib(bytes: number): string {
  return `${(bytes / BYTES_PER_KIB).toFixed(1)} KiB`;
}
