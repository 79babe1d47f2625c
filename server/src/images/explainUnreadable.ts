import { stat } from 'node:fs/promises';
import { DAMAGED_TEXT, unshownText } from '@data-manager/domain/pictures/check/pictureNotes';
import { fromFile } from 'geotiff';
import { openPage } from '../../../src/platform/pictures/openTiff';

/** Returns the reason why a file has no preview, as a sentence without its full stop. */
export async function explainUnreadable(path: string): Promise<string> {
  try {
    const tiff = await fromFile(path);
    try {
      const opened = await openPage({ tiff, size: (await stat(path)).size }, { image: 0, samples: [0] });
      if (opened.ok || opened.failure.kind !== 'unsupported') return DAMAGED_TEXT;
      return unshownText(opened.failure.what);
    } finally {
      await tiff.close();
    }
  } catch {
    return DAMAGED_TEXT;
  }
}
