import type { FileEntry } from '../../../src/domain/listing/fileListing';
import type { Ports } from '../../../src/platform/ports';
import { requestFetch } from '../../../src/transfers/fetches/requestedFiles';
import { createTestStore } from '../../support/createTestStore';
import { fileUrlsOf, type FakeDisk } from '../../support/fakeDisk';
import { createFakePorts, signIn, type FakeProfile } from '../../support/fakePorts';
import { createFakeServer } from '../../support/fakeServer';
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
export async function openFetchPage({ disk, server = createUrlServer(), records, profile }: FetchPageOptions) {
  const ports = createFakePorts(
    {
      folders: disk.folders,
      fetch: server.fetch,
      clock: { now: () => Date.now() },
      ...(records !== undefined && { records }),
    },
    profile,
  );
  signIn(ports);
  const page = createTestStore({ ports });
  await page.rehydrated();
  await pass(0);
  let folders = 0;
  return {
    ...page,
    server,
    dispatch: page.store.dispatch,
    items: () => page.store.getState().fetches.items,
    first: () => page.store.getState().fetches.items[0],
    start: (files: readonly FileEntry[]) => {
      folders += 1;
      const request = { title: 'TC042', folderId: `folder-${String(folders)}`, folderName: 'Disk' };
      return page.store.dispatch(requestFetch(disk.folders, request, { files, prefix: 'acme/brains/' }));
    },
    toasts: () => ports.recorded.toasts.map(({ text }) => text),
  };
}
