import type { StoreExtension } from '../../src/app/storeExtension';
import { downloadRequested } from '../../src/transfers/downloads/downloadsSlice';
import { createTestStore } from './createTestStore';
import { signedInPorts, TIMER_CLOCK, type FakePorts } from './fakePorts';
import { createFakeServer } from './fakeServer';
import { stopAfterTest } from './stopAfterTest';
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
  const ports = signedInPorts({ fetch: server.fetch, clock: TIMER_CLOCK });
  const extension = extend(ports);
  const made = stopAfterTest(createTestStore({ ports, extensions: [extension] }));
  await made.rehydrated();
  made.store.dispatch(downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false }));
  await pass(1_000);
  return { ...made, server, extension };
}
