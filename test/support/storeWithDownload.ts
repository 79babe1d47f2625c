import type { StoreExtension } from '../../src/app/storeExtension';
import { downloadRequested } from '../../src/transfers/downloads/downloadsSlice';
import { createTestStore } from './createTestStore';
import { createFakePorts, signIn, type FakePorts } from './fakePorts';
import { createFakeServer } from './fakeServer';
import { pass } from './virtualTime';

/** Creates the app's store with an extension, and a download that the server prepares. */
export async function createStoreWithDownload<Extension extends StoreExtension>(
  extend: (ports: FakePorts) => Extension,
) {
  const server = createFakeServer({
    'POST /download': { json: { ref: 'ref-1' } },
    'GET /download/progress/ref-1': { json: { status: 'PREPARING', completedSize: 1, totalSize: 10 } },
    'DELETE /download/cancel': { json: {} },
  });
  const ports = createFakePorts({ fetch: server.fetch, clock: { now: () => Date.now() } });
  signIn(ports);
  const extension = extend(ports);
  const made = createTestStore({ ports, extensions: [extension] });
  await made.rehydrated();
  made.store.dispatch(downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false }));
  await pass(1_000);
  return { ...made, server, extension };
}
