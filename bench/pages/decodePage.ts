import { fromArrayBuffer } from 'geotiff';

/*
 * The baseline of a section's first picture: a worker that decodes a TIFF, and does nothing with its samples.
 */

async function decode(blob: Blob): Promise<Transferable[]> {
  const image = await (await fromArrayBuffer(await blob.arrayBuffer())).getImage();
  const rasters = await image.readRasters({ samples: [0] });
  return [...rasters].map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer);
}

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  void decode(data).then((buffers) => self.postMessage(buffers, { transfer: buffers }));
});
