import { once } from '@data-manager/lib/once';
import { err } from '@data-manager/lib/result';
import type { Ports } from '../ports';
import { handledWorker } from '../workers/handledWorker';
import { createCallSender } from '../workers/workerCalls';
import { createDecodePool } from './decodePool';
import type { FileImageCallName } from './fileImageCalls';
import { createOpenFileImage } from './fileImages';
import { CanvasPainter } from './painter';

/** One for the visible section, one for the next. */
const WORKERS = 2;
/** A worker without a response after this time is stuck, milliseconds. */
const STALL_MS = 20_000;

const decode = createDecodePool(spawnDecodeWorker, WORKERS, STALL_MS);

/** Decodes an image into its samples. */
export const decodePicture: Ports['decodePicture'] = async (blob, signal, page) => {
  const response = await decode({ blob, wanted: 'picture', page }, signal);
  return response?.kind === 'picture' ? response.picture : undefined;
};

/** Converts an image to a format that browsers display. */
export const convertToShownImage: Ports['convertToShownImage'] = async (blob, signal, page) => {
  const response = await decode({ blob, wanted: 'image', page }, signal);
  return response?.kind === 'image' ? response.blob : undefined;
};

const fileImages = once(() =>
  createOpenFileImage(createCallSender<FileImageCallName>(spawnFileImageWorker, createNoRun)),
);

/** Opens a page of an image file. The worker starts with the first one. */
export const openFileImage: Ports['openFileImage'] = (request, signal) => fileImages()(request, signal);

/** Without a worker, the preview has to do. */
function createNoRun() {
  return () => Promise.resolve(err({ kind: 'unavailable' }));
}

/** Paints pictures on a canvas. */
export const openPainter: Ports['openPainter'] = (canvas) => Promise.resolve(new CanvasPainter(canvas));

/** In this module rather than the pool's: only webpack understands `import.meta.url`, and Jest loads the pool. */
function spawnDecodeWorker(): Worker {
  return handledWorker(new Worker(new URL('./decodeWorker.ts', import.meta.url)));
}

function spawnFileImageWorker(): Worker {
  return handledWorker(new Worker(new URL('./fileImageWorker.ts', import.meta.url)));
}
