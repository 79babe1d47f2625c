import { errorMessage } from './errors';
import { diskErrorCode } from './objects/durableFiles';
import { buildTiles } from './pipelines/buildTiles';
import { isOutOfMemory } from './previews/decodeImage';
import type { ImageRequest, ImageResponse } from './previews/imageReader';
import { renderPreview } from './previews/renderPreview';

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
