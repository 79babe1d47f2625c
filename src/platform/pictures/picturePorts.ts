import type { Ports } from '../ports';
import { createDecodePool } from './decodePool';
import { createPainter } from './painter';
import { spawnDecodeWorker } from './spawnDecodeWorker';

/** One for what is looked at, one for what comes next. */
const WORKERS = 2;
/** A worker that has not answered by then is stuck. */
const LIMIT_MS = 20_000;

const decode = createDecodePool(spawnDecodeWorker, WORKERS, LIMIT_MS);

/** The samples of an image. */
export const decodePicture: Ports['decodePicture'] = async (blob, signal) => {
  const answer = await decode({ blob, wanted: 'picture' }, signal);
  return answer?.kind === 'picture' ? answer.picture : undefined;
};

/** The same image as one that browsers show. */
export const convertToShownImage: Ports['convertToShownImage'] = async (blob, signal) => {
  const answer = await decode({ blob, wanted: 'image' }, signal);
  return answer?.kind === 'image' ? answer.blob : undefined;
};

/** Paints pictures on a canvas. */
export const openPainter: Ports['openPainter'] = (canvas) => Promise.resolve(createPainter(canvas));
