import { findNonSerializableValue, type UnknownAction } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { FETCH_RANGE_BYTES } from '@data-manager/domain/constants';
import { parseFileName } from '@data-manager/domain/names/grammar';
import { sliceItems } from '@data-manager/lib/chunks';
import { loginFound, sessionLost } from '../../../src/session/sessionSlice';
import {
  cancelRequested,
  fetchEnded,
  fetchQueued,
  fetchRemoved,
  pauseRequested,
  resumeRequested,
  retryRequested,
} from '../../../src/transfers/fetches/fetchesSlice';
import { requestFetch } from '../../../src/transfers/fetches/requestedFiles';
import { anOwner } from '../../support/builders';
import { aStoredFile, createFakeDisk, fileUrlsOf } from '../../support/fakeDisk';
import { delayRecords } from '../../support/fakePorts';
import { pass, passUntil } from '../../support/virtualTime';
import { createFollowWorld, imageName, SCAN_MS } from '../follows/openFollowPage';

/** Actions of the user, the microscope and the environment. */
export const FOLDER_COMMANDS = [
  'fetch',
  'pause',
  'resume',
  'retry',
  'cancel',
  'follow',
  'skip',
  'write',
  'grow',
  'rename',
  'misname',
  'reload',
  'open tab',
  'close tab',
  'offline',
  'sign out',
  'damage',
  'fill disk',
  'disconnect drive',
] as const;

interface FolderCommand {
  readonly what: (typeof FOLDER_COMMANDS)[number];
  /** Milliseconds after the previous command. */
  readonly after: number;
  /** Selects a tab, a fetch or a file. */
  readonly which: number;
}

export const folderSchedules: fc.Arbitrary<readonly FolderCommand[]> = fc.array(
  fc.record({
    what: fc.constantFrom(...FOLDER_COMMANDS, 'fetch', 'fetch', 'follow', 'write', 'write', 'open tab'),
    after: fc.constantFrom(0, 0, 5, 20, 300, 5_000, 30_000, 60_000),
    which: fc.nat({ max: 5 }),
  }),
  { minLength: 1, maxLength: 16 },
);

const MOST_TABS = 3;
const DATABASE_MS = 10;
/** Closing a tab earlier than this after a click may lose it: nothing is stored yet. */
const STORED_MS = 1_000;
const FAULT_MS = 20_000;

const FILES = [1, 2, 3, 4].map((index) =>
  aStoredFile(`acme/brains/TC042/${String(index)}.tif`, index * FETCH_RANGE_BYTES + index),
);
/** Runs fetches and a followed folder in several tabs with a schedule in virtual time. Returns the violations. */
export async function runFolders(
  schedule: readonly FolderCommand[],
  occurred: Set<string>,
): Promise<readonly string[]> {
  const { folder, records, storage, open, sent } = createFollowWorld({ putMs: 200 });
  storage.server.on('POST /manage/files/urls', ({ body }) => fileUrlsOf(body));
  const files: ReturnType<typeof createFakeDisk>['files'] = new Map();
  const violations: string[] = [];
  const report = (violation: string): void => void violations.push(violation);
  const pages: Awaited<ReturnType<typeof openPage>>[] = [];
  /** When each fetch was requested, by its folder; and the tab. */
  const requested = new Map<string, { readonly at: number; readonly page: object }>();
  const accepted = new Map<string, string>();
  const [lost, cancelled, ended] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const leftOut = new Set<string>();
  let isDamaged = false;
  let isFull = false;
  let isFollowed = false as boolean;
  let images = 0;

  const check = (action: UnknownAction): void => {
    if (action.type.startsWith('persist/')) return;
    if (findNonSerializableValue(action) !== false) report(`${action.type} can't be serialised`);
    if (fetchQueued.match(action)) {
      const { id, folderId } = action.payload.fetch;
      const other = accepted.get(folderId);
      if (other !== undefined && other !== id) report(`${folderId} is fetched twice`);
      accepted.set(folderId, id);
    }
    if (fetchEnded.match(action)) ended.add(action.payload.id);
    if (fetchRemoved.match(action) && !cancelled.has(action.payload.id)) report(`${action.payload.id} is removed`);
  };

  /** Checks that every file that is counted as saved has the server's content, and each file has one driver. */
  const checkPages = (): void => {
    for (const { store } of pages) {
      const state = store.getState();
      if (findNonSerializableValue([state.fetches, state.follows]) !== false) report("a state can't be serialised");
      for (const fetch of state.fetches.items) {
        const setAside = new Set(fetch.setAside.map(({ index }) => index));
        sliceItems(fetch.files, 0, fetch.next).forEach((file, index) => {
          const listed = FILES.find(({ key }) => key === file.key);
          const isSaved = listed !== undefined && disk().has(file.path, listed);
          if (!setAside.has(index) && !isSaved) report(`${file.path} is counted but not identical`);
        });
      }
    }
    // A paused fetch keeps its file open. Another fetch can have a file of the same name in its own folder.
    const written = pages.flatMap((page) =>
      [...page.disk.writers.values()].map(({ folderId, path }) => `${folderId}/${path}`),
    );
    const queued = pages.flatMap((page) => page.queue().map(({ key }) => key));
    for (const all of [written, queued]) {
      for (const one of all.filter((name, index) => all.indexOf(name) !== index)) report(`${one} has two drivers`);
    }
  };

  async function openPage() {
    const own = createFakeDisk(files);
    own.answer(() => (isDamaged ? { kind: 'damaged' } : { kind: 'written' }));
    own.fail((call) => (isFull && call === 'write' ? 'full' : undefined));
    const { scan, openFiles, watch, access } = folder.openPort();
    const page = await open({
      records: delayRecords(records, DATABASE_MS),
      folders: { ...own.folders, scan, openFiles, watch, access },
    });
    return { ...page, disk: own };
  }
  const disk = (): ReturnType<typeof createFakeDisk> => createFakeDisk(files);

  const loseRequests = (page: object): void => {
    const now = Date.now();
    for (const [folderId, request] of requested) {
      if (request.page === page && now - request.at < STORED_MS) lost.add(folderId);
    }
    if (now - followedAt < STORED_MS && follower === page) isFollowed = false;
  };
  const close = (page: (typeof pages)[number]): void => {
    loseRequests(page);
    page.stop();
    page.disk.closePage();
    pages.splice(pages.indexOf(page), 1);
  };
  const opened = async (): Promise<void> => {
    const page = await openPage();
    pages.push(page);
    let checked = 0;
    page.store.subscribe(() => {
      for (; checked < page.actions.length; checked += 1) check(page.actions[checked] ?? { type: '' });
      checkPages();
    });
  };
  let follower: object | undefined;
  let followedAt = -Infinity;
  const later = (undo: () => void): void => void setTimeout(undo, FAULT_MS);

  const run = async ({ what, which }: FolderCommand): Promise<void> => {
    const page = pages[which % pages.length];
    if (page === undefined) return;
    const { dispatch } = page;
    const { items } = page.store.getState().fetches;
    const id = items[which % Math.max(1, items.length)]?.id ?? 'none';
    const path = [...folder.files.keys()][which % Math.max(1, folder.files.size)];
    const image = (): string => imageName((images += 1));
    switch (what) {
      case 'fetch': {
        if (page.store.getState().session.status !== 'loggedIn') break;
        const folderId = `folder-${String(requested.size)}`;
        requested.set(folderId, { at: Date.now(), page });
        const chosen = FILES.slice(0, 1 + (which % FILES.length));
        const asked = { title: 'TC042', folderId, folderName: 'Disk' };
        dispatch(requestFetch(page.ports.folders, asked, { files: chosen, prefix: 'acme/brains/' }));
        break;
      }
      case 'pause':
        dispatch(pauseRequested({ id }));
        break;
      case 'resume':
        dispatch(resumeRequested({ id }));
        break;
      case 'retry':
        dispatch(retryRequested({ id }));
        break;
      case 'cancel':
        cancelled.add(id);
        dispatch(cancelRequested({ id }));
        break;
      case 'follow':
        if (isFollowed || page.store.getState().session.status !== 'loggedIn') break;
        isFollowed = true;
        [follower, followedAt] = [page, Date.now()];
        page.follow();
        break;
      case 'skip':
        leftOut.add(page.first()?.setAside[0]?.path ?? '');
        page.fix(page.first()?.setAside[0]?.path ?? 'none', { kind: 'skip' });
        break;
      case 'write':
        folder.write(image(), 10 + which);
        break;
      case 'misname':
        folder.write(`scan ${String(which)}.tif`, 10);
        break;
      case 'grow':
        if (path !== undefined) folder.write(path, (folder.files.get(path)?.size ?? 0) + 1);
        break;
      case 'rename':
        if (path !== undefined) folder.rename(path, image());
        break;
      case 'reload':
        close(page);
        await opened();
        break;
      case 'open tab':
        if (pages.length < MOST_TABS) await opened();
        break;
      case 'close tab':
        if (pages.length > 1) close(page);
        break;
      case 'offline':
        for (const { ports } of pages) ports.control.setOnline(false);
        later(() => pages.forEach(({ ports }) => ports.control.setOnline(true)));
        break;
      case 'sign out':
        for (const one of pages) one.dispatch(sessionLost());
        later(() => pages.forEach((one) => one.dispatch(loginFound(anOwner()))));
        break;
      case 'damage':
        isDamaged = true;
        later(() => (isDamaged = false));
        break;
      case 'fill disk':
        isFull = true;
        later(() => (isFull = false));
        break;
      case 'disconnect drive':
        folder.setAccess('gone');
        later(() => folder.setAccess('granted'));
        break;
    }
    occurred.add(what);
  };

  await opened();
  for (const command of schedule) {
    await pass(command.after);
    await run(command);
  }
  // The faults end, and the user resolves everything that requires a decision.
  await pass(2 * FAULT_MS);
  for (const page of pages) page.dispatch(loginFound(anOwner()));
  const items = () => pages.flatMap(({ store }) => store.getState().fetches.items);
  for (let round = 0; round < 20 && items().length > 0; round += 1) {
    await passUntil(() => items().every(({ phase }) => phase === 'paused' || phase === 'ended'), 10 * 60_000);
    for (const { id, phase } of items()) {
      pages[0]?.dispatch(phase === 'ended' ? retryRequested({ id }) : resumeRequested({ id }));
    }
  }
  await pass(12 * SCAN_MS);
  checkPages();
  for (const { id, phase } of items()) report(`${id} is still ${phase}`);
  for (const folderId of requested.keys()) {
    const id = accepted.get(folderId);
    if (lost.has(folderId)) continue;
    if (id === undefined) report(`the request for ${folderId} is lost`);
    else if (!ended.has(id) && !cancelled.has(id)) report(`${folderId} disappears`);
  }
  const setAside = new Set(pages.flatMap((page) => page.first()?.setAside.map(({ path }) => path) ?? []));
  if (isFollowed) {
    for (const path of folder.files.keys()) {
      const isLeft = parseFileName(path) === undefined || setAside.has(path) || leftOut.has(path);
      if (!isLeft && !sent().includes(path)) report(`${path} is not uploaded`);
    }
  }
  for (const key of sent().filter((one, index) => sent().indexOf(one) !== index)) report(`${key} is uploaded twice`);
  const all = pages.flatMap((page) => page.ports.recorded.logs.filter((text) => text.includes(' stopped: ')));
  for (const page of [...pages]) close(page);
  jest.clearAllTimers();
  return [...violations, ...all];
}
