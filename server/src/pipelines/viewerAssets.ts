import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** A file that every viewer page loads; nothing of a dataset is in it. */
export interface ViewerAsset {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
}

async function readAsset(path: string, type: string): Promise<ViewerAsset> {
  const body = await readFile(path);
  return { type, body, etag: `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"` };
}

/** The viewer's own script and style, and OpenSeadragon, by their names in the page. */
export async function readViewerAssets(): Promise<ReadonlyMap<string, ViewerAsset>> {
  const script = 'text/javascript; charset=utf-8';
  const openSeadragon = fileURLToPath(import.meta.resolve('openseadragon'));
  return new Map([
    ['viewer.mjs', await readAsset(join(HERE, 'viewer', 'viewer.mjs'), script)],
    ['channelLayers.mjs', await readAsset(join(HERE, 'viewer', 'channelLayers.mjs'), script)],
    ['viewer.css', await readAsset(join(HERE, 'viewer', 'viewer.css'), 'text/css; charset=utf-8')],
    ['openseadragon.js', await readAsset(join(dirname(openSeadragon), 'openseadragon.min.js'), script)],
  ]);
}
