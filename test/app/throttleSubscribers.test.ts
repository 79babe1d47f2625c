/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import '../support/devToolsExtension';
import { createDevelopmentTools } from '../../src/app/devtools/developmentTools';
import { selectAllUploads } from '../../src/transfers/uploads/uploadsSelectors';
import {
  fileSetAside,
  filesQueued,
  queuePaused,
  startSent,
  uploadStarted,
  waitingEnded,
} from '../../src/transfers/uploads/uploadsSlice';
import { anUploadFile } from '../support/builders';
import { createTestStore, type TestStore } from '../support/createTestStore';
import { openDevTools } from '../support/devToolsExtension';
import { createFakePorts } from '../support/fakePorts';
import { stopAfterTest } from '../support/stopAfterTest';
import { pass } from '../support/virtualTime';

const NOTIFY_MS = 500;

let testStore: TestStore;

beforeEach(async () => {
  jest.useFakeTimers();
  testStore = stopAfterTest(createTestStore({ extensions: [createDevelopmentTools(createFakePorts())] }));
  await testStore.rehydrated();
  testStore.store.dispatch(filesQueued({ files: [anUploadFile({ id: 'a' })] }));
});

/** Collects the phase of the file at each notification. */
function watchPhases(): { readonly seen: string[]; readonly unsubscribe: () => void } {
  const seen: string[] = [];
  const unsubscribe = testStore.store.subscribe(() => {
    seen.push(selectAllUploads(testStore.store.getState())[0]?.progress.phase ?? 'none');
  });
  return { seen, unsubscribe };
}

function startUpload(): void {
  testStore.store.dispatch(startSent({ id: 'a' }));
  testStore.store.dispatch(uploadStarted({ id: 'a', uploadId: 'u', at: 0 }));
}

describe('subscribers of the store', () => {
  it('notifies subscribers once of a burst of frequent actions, while the state is updated immediately', async () => {
    const { seen } = watchPhases();
    startUpload();
    expect(selectAllUploads(testStore.store.getState())[0]?.progress.phase).toBe('uploading');
    expect(seen).toEqual([]);
    await pass(NOTIFY_MS);
    expect(seen).toEqual(['uploading']);
  });

  it('notifies subscribers immediately of any other action, and not again of the frequent ones before it', async () => {
    const { seen } = watchPhases();
    startUpload();
    testStore.store.dispatch(queuePaused());
    expect(seen).toEqual(['uploading']);
    await pass(10 * NOTIFY_MS);
    expect(seen).toEqual(['uploading']);
  });

  it('notifies subscribers once of a thousand files that fail together', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `gone-${index}`);
    testStore.store.dispatch(filesQueued({ files: ids.map((id) => anUploadFile({ id })) }));
    const { seen } = watchPhases();
    for (const id of ids) testStore.store.dispatch(fileSetAside({ id, failure: { kind: 'forbidden' } }));
    await pass(NOTIFY_MS);
    expect(seen).toHaveLength(1);
  });

  it('notifies subscribers at most every 500 ms even if other actions come between the frequent ones', async () => {
    for (let round = 0; round < 20; round += 1) {
      startUpload();
      testStore.store.dispatch(waitingEnded());
    }
    const { seen } = watchPhases();
    for (let step = 0; step < 200; step += 1) {
      startUpload();
      await pass(NOTIFY_MS / 10);
    }
    expect(seen.length).toBeLessThanOrEqual(21);
  });

  it('does not notify subscribers after they have unsubscribed', async () => {
    const { seen, unsubscribe } = watchPhases();
    startUpload();
    unsubscribe();
    await pass(NOTIFY_MS);
    expect(seen).toEqual([]);
  });

  it('notifies subscribers immediately of the state that DevTools shows, even right after a burst', () => {
    const { seen } = watchPhases();
    startUpload();
    const tools = openDevTools(testStore.store);
    tools.jumpTo(filesQueued.type);
    expect(seen).toEqual(['waiting']);
    tools.jumpTo(startSent.type);
    expect(seen).toEqual(['waiting', 'starting']);
    tools.jumpToEnd();
    expect(seen).toEqual(['waiting', 'starting', 'uploading']);
  });
});
