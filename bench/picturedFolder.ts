import { drawnTiff } from '../test/support/drawnTiff';

/** The folders with files, by their path, and the width and height of their pictures. */
const PICTURED_FOLDERS: Readonly<Record<string, number>> = {
  'acme/bench/TC1024': 1024,
  'acme/bench/TC2048': 2048,
  'acme/bench/TC4096': 4096,
};
/** Previews of larger images are downsampled to this width, as by the real backend. */
const PREVIEW_PIXELS = 2048;
/** A mouse brain in slices of 50 µm. */
export const SECTIONS = 300;
const CHANNELS = 3;
const BYTES_PER_PIXEL = 2;

const drawn = new Map<string, Buffer>();

/** Lists the files in a path as the API does. Other folders contain none. */
export function listPictured(path: string | null): readonly { readonly key: string; readonly size: number }[] {
  const pixels = PICTURED_FOLDERS[path ?? ''];
  if (path === null || pixels === undefined) return [];
  const title = path.slice(path.lastIndexOf('/') + 1);
  return Array.from({ length: SECTIONS * CHANNELS }, (_, index) => {
    const section = String(Math.floor(index / CHANNELS) + 1).padStart(6, '0');
    return {
      key: `${path}/${title}_S${section}_L01_ch0${(index % CHANNELS) + 1}.tif`,
      size: BYTES_PER_PIXEL * pixels ** 2,
    };
  });
}

/** A preview, and the size of the image that it shows. */
interface PicturedPreview {
  readonly body: Buffer;
  readonly pixels: number;
}

/** Returns the preview of a file. */
export function previewOf(key: string): PicturedPreview {
  const pixels = pixelsOf(key);
  if (pixels <= PREVIEW_PIXELS) return { body: pictureOf(key), pixels };
  return { body: drawPicture(key, PREVIEW_PIXELS / 2), pixels };
}

function pixelsOf(key: string): number {
  return PICTURED_FOLDERS[key.slice(0, key.lastIndexOf('/'))] ?? 1;
}

/** Returns the key of a pictured file by its name. */
export function picturedKey(name: string): string | undefined {
  const folder = Object.keys(PICTURED_FOLDERS).find((path) =>
    name.startsWith(`${path.slice(path.lastIndexOf('/') + 1)}_`),
  );
  return folder === undefined ? undefined : `${folder}/${name}`;
}

/** Returns the image of a file. All sections of a channel share one, since encoding it takes time. */
export function pictureOf(key: string): Buffer {
  return drawPicture(key, pixelsOf(key));
}

/** Draws the files and previews of a folder, so that no measured request has to wait for it. */
export function drawAhead(): void {
  for (const { key } of listPictured('acme/bench/TC4096').slice(0, CHANNELS)) {
    pictureOf(key);
    previewOf(key);
  }
}

function drawPicture(key: string, pixels: number): Buffer {
  const channel = /_ch(\d+)/.exec(key)?.[1] ?? '';
  const name = `${pixels} ${channel}`;
  const picture = drawn.get(name) ?? drawnTiff(BYTES_PER_PIXEL * pixels ** 2, Number(channel), pixels);
  drawn.set(name, picture);
  return picture;
}
