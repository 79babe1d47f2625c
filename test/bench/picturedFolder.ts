import { drawnTiff } from '../support/drawnTiff';

/** The only folder with files. */
const FOLDER = 'acme/bench/TC042';
/** A mouse brain in slices of 50 µm. */
export const SECTIONS = 300;
const CHANNELS = 3;
/** 1024 × 1024 pixels of 16 bits. */
const PICTURE_BYTES = 2 * 1024 ** 2;

const drawn = new Map<string, Buffer>();

/** Lists the files in a path as the API does. Only one folder contains any. */
export function listPictured(path: string | null): readonly object[] {
  if (path !== FOLDER) return [];
  return Array.from({ length: SECTIONS * CHANNELS }, (_, index) => {
    const section = String(Math.floor(index / CHANNELS) + 1).padStart(6, '0');
    return { key: `${FOLDER}/TC042_S${section}_L01_ch0${(index % CHANNELS) + 1}.tif`, size: PICTURE_BYTES };
  });
}

/** Returns the image of a file. All sections of a channel share one, since encoding it takes time. */
export function pictureOf(key: string): Buffer {
  const channel = /_ch(\d+)/.exec(key)?.[1] ?? '';
  const picture = drawn.get(channel) ?? drawnTiff(PICTURE_BYTES, Number(channel));
  drawn.set(channel, picture);
  return picture;
}
