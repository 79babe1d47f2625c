import { fromFile } from 'geotiff';

/** Values of the TIFF tag `Compression` that neither library decodes. */
const UNREAD_COMPRESSIONS: Readonly<Record<number, string>> = {
  6: 'the old form of JPEG',
  33_003: 'JPEG 2000',
  33_005: 'JPEG 2000',
  34_712: 'JPEG 2000',
  34_925: 'LZMA',
  50_002: 'JPEG XL',
  52_546: 'JPEG XL',
};

const DAMAGED = 'the file is damaged, or it is not an image';

/** Returns the reason why a file has no preview, as the end of a sentence. */
export async function explainUnreadable(path: string): Promise<string> {
  try {
    const tiff = await fromFile(path);
    try {
      const image = await tiff.getImage(0);
      const compression = image.fileDirectory.getValue('Compression') ?? 1;
      const name = UNREAD_COMPRESSIONS[compression];
      if (name !== undefined) return `its pixels are compressed with ${name}`;
      const bits = image.getBitsPerSample();
      if (bits % 8 !== 0 && image.getSamplesPerPixel() > 1) return `its samples are packed in ${String(bits)} bits`;
      return bits === 64 && image.getSampleFormat() !== 3 ? 'its samples are integers of 64 bits' : DAMAGED;
    } finally {
      await tiff.close();
    }
  } catch {
    return DAMAGED;
  }
}
