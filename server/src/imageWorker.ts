import { errorMessage } from './common/errors';
import { diskErrorCode } from './disk/durableFiles';
import { buildTiles } from './images/buildTiles';
import { isOutOfMemory } from './images/decodeImage';
import type { ImageRequest, ImageResponse } from './images/imageReader';
import { renderPreview } from './images/renderPreview';

/* The program of the processes in which `imageWorkers.ts` reads images. Handles one request at a time. */

async function answer(request: ImageRequest): Promise<ImageResponse> {
  try {
    const { path } = request;
    const value =
      request.kind === 'render' ? await renderPreview(path, request.wanted) : await buildTiles(path, request.target);
    return { value };
  } catch (error) {
    const code = diskErrorCode(error);
    return {
      message: errorMessage(error),
      ...(code !== undefined && { code }),
      isOutOfMemory: isOutOfMemory(error),
    };
  }
}

process.on('message', (request: ImageRequest) => {
  void answer(request).then((response) => process.send?.(response));
});
// The server has exited. A regular exit would wait until the image is decoded.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
