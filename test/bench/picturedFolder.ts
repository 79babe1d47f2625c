import { drawnTiff } from '../support/drawnTiff';

/** The one folder with files in it. */
const FOLDER = 'acme/bench/TC042';
/** As of a mouse's brain in slices of 50 µm. */
export const SECTIONS = 300;
const CHANNELS = 3;
/** 1024 × 1024 pixels of 16 bits. */
const PICTURE_BYTES = 2 * 1024 ** 2;

const drawn = new Map<string, Buffer>();

/** The files below a path, as the API lists them: section images in one folder, else nothing. */
export function listPictured(path: string | null): readonly object[] {
  if (path !== FOLDER) return [];
  return Array.from({ length: SECTIONS * CHANNELS }, (_, index) => {
    const section = String(Math.floor(index / CHANNELS) + 1).padStart(6, '0');
    return { key: `${FOLDER}/TC042_S${section}_L01_ch0${(index % CHANNELS) + 1}.tif`, size: PICTURE_BYTES };
  });
}

/** The picture of a file: one for all sections of a channel, since to draw one takes time. */
export function pictureOf(key: string): Buffer {
  const channel = /_ch(\d+)/.exec(key)?.[1] ?? '';
  const picture = drawn.get(channel) ?? drawnTiff(PICTURE_BYTES, Number(channel));
  drawn.set(channel, picture);
  return picture;
}
