import type { Ports } from '../../../src/platform/ports';
import {
  followRequested,
  setAsideFixRequested,
  stopRequested,
  type FollowRequest,
} from '../../../src/transfers/follows/followsSlice';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import { createTestStore } from '../../support/createTestStore';
import { createFakeFolder } from '../../support/fakeFolder';
import { createFakeProfile, createMemoryRecords, signedInPorts, TIMER_CLOCK } from '../../support/fakePorts';
import { stopAfterTest } from '../../support/stopAfterTest';
import { pass } from '../../support/virtualTime';
import { createFakeStorage } from '../uploads/fakeStorage';

export const SCAN_MS = 30_000;

/** Returns the name of an image of the dataset. */
export function imageName(section: number, channel = 1, layer = 1): string {
  return `TC042_S${String(section).padStart(6, '0')}_L0${String(layer)}_ch0${String(channel)}.tif`;
}

/** Creates a computer with a folder in which images appear, and a browser profile that survives a reload. */
export function createFollowWorld({ putMs }: { readonly putMs?: number } = {}) {
  const storage = createFakeStorage(putMs === undefined ? {} : { putMs });
  const folder = createFakeFolder({ onLost: storage.loseFile });
  const records = createMemoryRecords();
  const profile = createFakeProfile();

  /** Opens a page of the app with a signed-in user, in virtual time. */
  const open = async (overrides: Partial<Ports> = {}) => {
    const ports = signedInPorts(
      { ...storage.ports, folders: folder.openPort(), clock: TIMER_CLOCK, records, ...overrides },
      profile,
    );
    const page = stopAfterTest(createTestStore({ ports }));
    await page.rehydrated();
    await pass(0);
    const first = () => page.store.getState().follows.items[0];
    const id = (): string => first()?.id ?? '';
    const { dispatch } = page.store;
    return {
      ...page,
      dispatch,
      first,
      id,
      follow: (given: Partial<FollowRequest> = {}) =>
        dispatch(
          followRequested({
            title: 'TC042',
            folderId: 'folder-1',
            folderName: 'Scan',
            keyPrefix: 'brains/TC042',
            onServer: [],
            ...given,
          }),
        ),
      stopFollowing: () => dispatch(stopRequested({ id: id() })),
      fix: (path: string, fix: Parameters<typeof setAsideFixRequested>[0]['fix']) =>
        dispatch(setAsideFixRequested({ id: id(), path, fix })),
      /** Lets the folder be scanned and uploads finish. */
      scan: (times = 1) => pass(times * SCAN_MS),
      setAside: () => first()?.setAside.map(({ path, reason }) => [path, reason.kind]),
      queue: () => selectAllUploads(page.store.getState()),
      toasts: () => ports.recorded.toasts.map(({ text }) => text),
    };
  };

  /** Opens a page whose user follows the folder. */
  const openFollowing = async (given?: Partial<FollowRequest>) => {
    const page = await open();
    page.follow(given);
    return page;
  };

  /** Returns the keys that were completed, in order, without the destination. */
  const sent = (): readonly string[] =>
    storage.completions.map((body) => (body as { readonly key: string }).key.replace('acme/brains/TC042/Scan/', ''));

  return {
    storage,
    folder,
    records,
    open,
    openFollowing,
    sent,
    /** Returns the keys that were sent as the last file of the dataset. */
    lastFiles: () => sent().filter((_, index) => (storage.completions[index] as { lastFile: boolean }).lastFile),
  };
}
