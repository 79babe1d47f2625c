import '../support/devToolsExtension';
import { createDevelopmentTools } from '../../src/app/devtools/developmentTools';
import {
  fileFailed,
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

const REDRAW_MS = 500;
let testStore: TestStore;

beforeEach(async () => {
  jest.useFakeTimers();
  testStore = createTestStore({ tools: createDevelopmentTools(createFakePorts()) });
  await testStore.rehydrated();
  testStore.store.dispatch(filesQueued({ files: [anUploadFile({ id: 'a' })] }));
});
afterEach(() => {
  testStore.stop();
  jest.useRealTimers();
});

/** The phases of the file that a page saw each time it was told that the store has changed. */
function watchPage(): { readonly seen: string[]; readonly leave: () => void } {
  const seen: string[] = [];
  const leave = testStore.store.subscribe(() => {
    seen.push(testStore.store.getState().uploads.files[0]?.progress.phase ?? 'none');
  });
  return { seen, leave };
}

function takeSteps(): void {
  testStore.store.dispatch(startSent({ id: 'a' }));
  testStore.store.dispatch(uploadStarted({ id: 'a', uploadId: 'u', at: 0 }));
}

describe('the page', () => {
  it('is drawn once for a burst of steps, while the store has each of them at once', async () => {
    const { seen } = watchPage();
    takeSteps();
    expect(testStore.store.getState().uploads.files[0]?.progress.phase).toBe('uploading');
    expect(seen).toEqual([]);
    await jest.advanceTimersByTimeAsync(REDRAW_MS);
    expect(seen).toEqual(['uploading']);
  });

  it('is drawn at once when the queue is paused, and not again for the steps before', async () => {
    const { seen } = watchPage();
    takeSteps();
    testStore.store.dispatch(queuePaused());
    expect(seen).toEqual(['uploading']);
    await jest.advanceTimersByTimeAsync(10 * REDRAW_MS);
    expect(seen).toEqual(['uploading']);
  });

  it('is drawn once for a thousand files that fail within a moment', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `gone-${index}`);
    testStore.store.dispatch(filesQueued({ files: ids.map((id) => anUploadFile({ id })) }));
    const { seen } = watchPage();
    for (const id of ids) testStore.store.dispatch(fileFailed({ id, failure: { kind: 'forbidden' } }));
    await jest.advanceTimersByTimeAsync(REDRAW_MS);
    expect(seen).toHaveLength(1);
  });

  it('is drawn no oftener for what came between the steps', async () => {
    for (let round = 0; round < 20; round += 1) {
      takeSteps();
      testStore.store.dispatch(waitingEnded());
    }
    const { seen } = watchPage();
    for (let step = 0; step < 200; step += 1) {
      takeSteps();
      await jest.advanceTimersByTimeAsync(REDRAW_MS / 10);
    }
    expect(seen.length).toBeLessThanOrEqual(21);
  });

  it('that was left is told nothing more', async () => {
    const { seen, leave } = watchPage();
    takeSteps();
    leave();
    await jest.advanceTimersByTimeAsync(REDRAW_MS);
    expect(seen).toEqual([]);
  });

  it('is drawn at once with what DevTools shows, also right after a burst of steps', () => {
    const { seen } = watchPage();
    takeSteps();
    const tools = openDevTools(testStore.store);
    tools.jumpTo(filesQueued.type);
    expect(seen).toEqual(['waiting']);
    tools.jumpTo(startSent.type);
    expect(seen).toEqual(['waiting', 'starting']);
    tools.jumpToEnd();
    expect(seen).toEqual(['waiting', 'starting', 'uploading']);
  });
});
