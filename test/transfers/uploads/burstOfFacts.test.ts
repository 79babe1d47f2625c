import { fileFailed, partUploaded } from '../../../src/transfers/uploads/uploadsSlice';
import { createTestStore, type TestStore } from '../../support/createTestStore';

/** Longest time between two frames of a page that nobody sees. */
const FRAME_MS = 100;
let testStore: TestStore;

beforeEach(async () => {
  jest.useFakeTimers();
  testStore = createTestStore();
  await testStore.rehydrated();
  await jest.advanceTimersByTimeAsync(FRAME_MS);
});
afterEach(() => {
  testStore.stop();
  jest.useRealTimers();
});

/** How often the page is told that the store has changed. */
function countTellings(): () => number {
  let tellings = 0;
  testStore.store.subscribe(() => {
    tellings += 1;
  });
  return () => tellings;
}

function aPart(partNumber: number) {
  return partUploaded({ id: 'a', part: { partNumber, etag: 'e', md5: 'm' } });
}

describe('the page', () => {
  it('is drawn once for many facts of files on their way', async () => {
    const tellings = countTellings();
    for (let partNumber = 1; partNumber <= 50; partNumber += 1) testStore.store.dispatch(aPart(partNumber));
    expect(tellings()).toBe(0);
    await jest.advanceTimersByTimeAsync(FRAME_MS);
    expect(tellings()).toBe(1);
  });

  it('is drawn at once when a file fails, with all that came before', () => {
    const tellings = countTellings();
    testStore.store.dispatch(aPart(1));
    testStore.store.dispatch(fileFailed({ id: 'a', failure: { kind: 'aborted' } }));
    expect(tellings()).toBe(1);
  });
});
