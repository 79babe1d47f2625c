import type { FolderRequest, FolderResponse } from './folderMessages';
import { createFolderCalls, runCall } from './runCall';

const calls = createFolderCalls((input, init) => fetch(input, init));
const controllers = new Map<number, AbortController>();

// Runs in a Web Worker.
self.addEventListener('message', ({ data }: MessageEvent<FolderRequest>) => {
  const { id } = data;
  if ('abort' in data) {
    controllers.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  controllers.set(id, controller);
  void runCall(calls, data.call, data.args, controller.signal).then((result) => {
    controllers.delete(id);
    self.postMessage({ id, result } satisfies FolderResponse);
  });
});
