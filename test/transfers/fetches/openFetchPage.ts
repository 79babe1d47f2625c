import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import type { Ports } from '../../../src/platform/ports';
import { requestFetch } from '../../../src/transfers/fetches/requestedFiles';
import { createRecordedStore } from '../../replay/createRecordedStore';
import { createTestStore, type TestStore } from '../../support/createTestStore';
import { fileUrlsOf, type FakeDisk } from '../../support/fakeDisk';
import { signedInPorts, TIMER_CLOCK, type FakePorts, type FakeProfile } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
import { stopAfterTest } from '../../support/stopAfterTest';
import { pass } from '../../support/virtualTime';

/** Creates a server that returns a URL for every file. */
export function createUrlServer() {
  return createFakeServer({ 'POST /manage/files/urls': ({ body }) => fileUrlsOf(body) });
}

interface FetchPageOptions {
  readonly disk: FakeDisk;
  readonly server?: ReturnType<typeof createUrlServer>;
  readonly records?: Ports['records'];
  readonly profile?: FakeProfile;
}

/** Opens a page of the app with a signed-in user, in virtual time. */
export function openFetchPage(options: FetchPageOptions) {
  return openPage(options, (ports) => createTestStore({ ports }));
}

/** Opens a page whose recording a test replays. */
export function openRecordedFetchPage(options: FetchPageOptions) {
  return openPage(options, createRecordedStore);
}

async function openPage<Page extends TestStore>(
  { disk, server = createUrlServer(), records, profile }: FetchPageOptions,
  createStore: (ports: FakePorts) => Page,
) {
  const ports = signedInPorts(
    {
      folders: disk.folders,
      fetch: server.fetch,
      clock: TIMER_CLOCK,
      ...(records !== undefined && { records }),
    },
    profile,
  );
  const page = stopAfterTest(createStore(ports));
  await page.rehydrated();
  await pass(0);
  let folders = 0;
  return {
    ...page,
    server,
    dispatch: page.store.dispatch,
    items: () => page.store.getState().fetches.items,
    first: () => page.store.getState().fetches.items[0],
    start: (files: readonly FileEntry[], replaced?: ReadonlySet<string>) => {
      folders += 1;
      const request = { title: 'TC042', folderId: `folder-${String(folders)}`, folderName: 'Disk' };
      const asked = { files, prefix: 'acme/brains/', ...(replaced && { replaced }) };
      return page.store.dispatch(requestFetch(disk.folders, request, asked));
    },
    toasts: () => ports.recorded.toasts.map(({ text }) => text),
  };
}
