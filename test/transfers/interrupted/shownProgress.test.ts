import fc from 'fast-check';
import { shownBytes } from '@data-manager/domain/uploads/uploadProgress';
import { createFileRegistry } from '../../../src/platform/reading/fileRegistry';
import { createPageLocks } from '../../../src/platform/tabs';
import { resumeRequested, selectInterruptedSummary } from '../../../src/transfers/interrupted/interruptedSlice';
import { selectAllUploads, selectUploadsSummary } from '../../../src/transfers/uploads/uploadsSelectors';
import {
  pauseRequested,
  resumeRequested as queueResumeRequested,
  retryRequested,
  uploadRequested,
} from '../../../src/transfers/uploads/uploadsSlice';
import { createTestStore, type TestStore } from '../../support/createTestStore';
import { createFakePorts, createMemoryRecords, delayRecords, signIn } from '../../support/fakePorts';
import { pass, passUntil } from '../../support/virtualTime';
import { aFile, bytesOfParts, createFakeStorage } from '../uploads/fakeStorage';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));

const LOST = { status: 404, json: { msg: 'No such upload', code: 'NO_SUCH_UPLOAD' } };
const REFUSED = { kind: 'answered', status: 400, etag: null } as const;

const step = fc.oneof(
  fc.record({ kind: fc.constant('pass'), milliseconds: fc.integer({ min: 1, max: 2_500 }) }),
  fc.record({ kind: fc.constantFrom('pause', 'resume', 'retry', 'crash', 'reload', 'lose the upload') }),
  fc.record({ kind: fc.constant('fail a part'), part: fc.integer({ min: 1, max: 3 }) }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const LARGE = 5_000_000;

/** Files of one part and of several, as chosen again after each reload. */
const someFiles = () => [aFile('one.tif', LARGE), aFile('a.tif', bytesOfParts(3)), aFile('b.tif', LARGE)];

const smallFiles = () => Array.from({ length: 8 }, (_, index) => aFile(`small-${index}.tif`, 100_000));

interface BrowserOptions {
  readonly chosenFiles?: () => readonly File[];
  /** Duration of a `PUT`. */
  readonly putMs?: number;
  /** Duration of a call to the database. */
  readonly recordMs?: number;
}

/** A browser whose pages upload the same files. `expectNoLess` compares what is shown after every action. */
function aBrowser({ chosenFiles = someFiles, putMs, recordMs = 0 }: BrowserOptions) {
  const { ports: storagePorts, failPart, answer } = createFakeStorage(putMs === undefined ? {} : { putMs });
  const records = createMemoryRecords();
  const shared = { records: recordMs === 0 ? records : delayRecords(records, recordMs), locks: createPageLocks() };
  const mostByFile = new Map<string, number>();
  let most = 0;
  let opened = 0;
  let page: TestStore | undefined;
  let hidePage = (): void => undefined;
  let stopComparing = (): void => undefined;

  const expectNoLess = (): void => {
    if (page === undefined) return;
    const state = page.store.getState();
    const files = [...selectAllUploads(state), ...state.interrupted.files];
    for (const file of files) {
      expect(shownBytes(file)).toBeGreaterThanOrEqual(mostByFile.get(file.key) ?? 0);
      mostByFile.set(file.key, shownBytes(file));
    }
    const isInterrupted = state.interrupted.files.length > 0;
    if (files.length === 0) return;
    const shown = isInterrupted ? selectInterruptedSummary(state).sent : selectUploadsSummary(state).sent;
    expect(shown).toBeGreaterThanOrEqual(most);
    most = shown;
  };

  const openPage = async () => {
    const tab = (opened += 1);
    let uuids = 0;
    const uuid = () => `tab-${tab}-${(uuids += 1)}`;
    const fake = createFakePorts({ ...storagePorts, ...shared, files: createFileRegistry(uuid) });
    const ports = { ...fake, random: { ...fake.random, uuid } };
    signIn(ports);
    hidePage = () => ports.control.hidePage();
    page = createTestStore({ ports });
    await page.rehydrated();
    // The interrupted uploads are read with a few calls.
    await pass(10 * recordMs);
    const { store } = page;
    expectNoLess();
    const choose = () =>
      chosenFiles().map((file) => {
        const { name, size, lastModified } = file;
        return { id: ports.files.add(file), name, size, lastModified, webkitRelativePath: '' };
      });
    if (tab === 1) store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: choose() }));
    else {
      store.dispatch(resumeRequested({ files: choose() }));
      await passUntil(() => store.getState().interrupted.files.length === 0, 1_000);
    }
    stopComparing = store.subscribe(expectNoLess);
  };

  return {
    openPage,
    failPart,
    answer,
    dispatch: (action: Parameters<TestStore['store']['dispatch']>[0]) => void page?.store.dispatch(action),
    isDone: () => page?.store.getState().uploads.files.length === 0,
    most: () => most,
    /** Closes the page as a crash does. */
    crash: async () => {
      stopComparing();
      page?.stop();
      page = undefined;
      await pass(0);
    },
    hide: () => hidePage(),
  };
}

/** Runs the steps, then closes the page. */
async function run(steps: readonly Step[], options: BrowserOptions = {}): Promise<void> {
  const browser = aBrowser(options);
  await browser.openPage();
  for (const one of steps) {
    if (browser.isDone()) break;
    if ('milliseconds' in one) await pass(one.milliseconds);
    else if ('part' in one) browser.failPart(one.part, ...Array.from({ length: 4 }, () => REFUSED));
    else if (one.kind === 'pause') browser.dispatch(pauseRequested());
    else if (one.kind === 'resume') browser.dispatch(queueResumeRequested());
    else if (one.kind === 'retry') browser.dispatch(retryRequested({}));
    else if (one.kind === 'lose the upload') browser.answer('urls', LOST);
    else {
      if (one.kind === 'reload') browser.hide();
      await browser.crash();
      await browser.openPage();
    }
  }
  await browser.crash();
}

test('shown bytes never decrease, regardless of the order in which uploads progress, pause, fail, crash, reload and resume', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), (steps) => run(steps)),
    { numRuns: 25 },
  );
});

test('shown bytes do not decrease if the page crashes at any moment around the end of a part', async () => {
  for (let milliseconds = 900; milliseconds <= 1_300; milliseconds += 20) {
    await run([{ kind: 'pass', milliseconds }, { kind: 'crash' }, { kind: 'crash' }]);
  }
});

test.each([0, 100])(
  'shown bytes do not decrease if the page reloads at any moment while many small files are uploaded and each write takes %d ms',
  async (recordMs) => {
    for (let milliseconds = 0; milliseconds <= 600; milliseconds += 20) {
      await run([{ kind: 'pass', milliseconds }, { kind: 'reload' }, { kind: 'reload' }], {
        chosenFiles: smallFiles,
        putMs: 10,
        recordMs,
      });
    }
  },
);
