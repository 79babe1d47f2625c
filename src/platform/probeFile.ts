import type { Ports } from './ports';

/**
 * Reads a blob, to learn whether the disk still gives it. Chromium fails with `NotFoundError` once the file is gone
 * and with `NotReadableError` once it has changed, while a request that sends it tells neither from a dead network.
 */
export const probeFile: Ports['probeFile'] = async (blob) => {
  try {
    await blob.arrayBuffer();
    return 'readable';
  } catch (error) {
    return error instanceof Error && error.name === 'NotFoundError' ? 'missing' : 'changed';
  }
};
