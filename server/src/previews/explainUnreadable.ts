import { fromFile } from 'geotiff';
import { openPage } from '../../../src/platform/pictures/openTiff';

const DAMAGED = 'the file is damaged, or it is not an image';

/** Returns the reason why a file has no preview, as the end of a sentence. */
export async function explainUnreadable(path: string): Promise<string> {
  try {
    const tiff = await fromFile(path);
    try {
      const opened = await openPage(tiff, { image: 0, samples: [0] });
      if (opened.ok || opened.failure.kind !== 'unsupported') return DAMAGED;
      return `${opened.failure.what} can't be read`;
    } finally {
      await tiff.close();
    }
  } catch {
    return DAMAGED;
  }
}
