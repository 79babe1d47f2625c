import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Compiler } from 'webpack';

/** Only files with a content hash: a deployment may edit `config.json`, and servers would send the stale compressed one. */
const COMPRESSED = /\.[0-9a-f]{8}\.(?:js|css|svg)$/;
/** Smaller files do not benefit. */
const SMALLEST_BYTES = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Writes `.br` and `.gz` files next to scripts and styles, for web servers that serve them. */
export class PrecompressPlugin {
  apply({ hooks, webpack }: Compiler): void {
    hooks.thisCompilation.tap('PrecompressPlugin', (compilation) => {
      const stage = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tapPromise({ name: 'PrecompressPlugin', stage }, async (assets) => {
        const emit = (name: string, bytes: Buffer) =>
          compilation.emitAsset(name, new webpack.sources.RawSource(bytes, false));
        await Promise.all(
          Object.entries(assets)
            .filter(([name, source]) => COMPRESSED.test(name) && source.size() >= SMALLEST_BYTES)
            .map(async ([name, source]) => {
              const bytes = Buffer.from(source.buffer());
              const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
              emit(`${name}.br`, await toBrotli(bytes, { params: quality }));
              emit(`${name}.gz`, await toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }));
            }),
        );
      });
    });
  }
}
