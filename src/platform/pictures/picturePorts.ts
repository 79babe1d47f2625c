import { once } from '@data-manager/lib/once';
import { err } from '@data-manager/lib/result';
import type { Ports } from '../ports';
import { handledWorker } from '../workers/handledWorker';
import { createCallSender } from '../workers/workerCalls';
import { createWorkerPool } from '../workers/workerPool';
import type { DecodeCalls } from './decodeBlob';
import type { FileImageCalls } from './fileImageCalls';
import { createOpenFileImage } from './fileImages';
import { CanvasPainter } from './painter';

/** One for the visible section, one for the next. */
const WORKERS = 2;
/** A worker without a response after this time is stuck, milliseconds. */
const STALL_MS = 20_000;

// An aborted image is decoded to its end: a new worker would take longer to load its code.
const decode = createWorkerPool<DecodeCalls>(spawnDecodeWorker, {
  size: WORKERS,
  stallMs: STALL_MS,
  endsAborted: false,
});

/** Decodes an image into its samples. */
export const decodePicture: Ports['decodePicture'] = async (blob, signal, page) => {
  const picture = await decode('picture', [blob, page], signal);
  return picture.ok ? picture.value : undefined;
};

/** Converts an image to a format that browsers display. */
export const convertToShownImage: Ports['convertToShownImage'] = async (blob, signal, page) => {
  const image = await decode('image', [blob, page], signal);
  return image.ok ? image.value : undefined;
};

/** Without a worker, the preview has to do. */
const UNAVAILABLE: FileImageCalls = {
  open: () => Promise.resolve(err({ kind: 'unavailable' })),
  read: () => Promise.resolve(err({ kind: 'unavailable' })),
  close: () => Promise.resolve(),
};

const fileImages = once(() =>
  createOpenFileImage(createCallSender<FileImageCalls>(spawnFileImageWorker, () => UNAVAILABLE, true)),
);

/** Opens a page of an image file. The worker starts with the first one. */
export const openFileImage: Ports['openFileImage'] = (request, signal) => fileImages()(request, signal);

/** Paints pictures on a canvas. */
export const openPainter: Ports['openPainter'] = (canvas) => Promise.resolve(new CanvasPainter(canvas));

/** In this module rather than the pool's: only webpack understands `import.meta.url`, and Jest loads the pool. */
function spawnDecodeWorker(): Worker {
  return handledWorker(new Worker(new URL('./decodeWorker.ts', import.meta.url)));
}

function spawnFileImageWorker(): Worker {
  return handledWorker(new Worker(new URL('./fileImageWorker.ts', import.meta.url)));
}
