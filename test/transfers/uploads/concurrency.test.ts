import { UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import { selectUploadsSummary } from '../../../src/transfers/uploads/uploadsSelectors';
import { pauseRequested, resumeRequested, uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { chosenFile } from '../../support/chosenFile';
import { createTestStore } from '../../support/createTestStore';
import { signedInPorts, TIMER_CLOCK } from '../../support/fakePorts';
import { stopAfterTest } from '../../support/stopAfterTest';
import { pass } from '../../support/virtualTime';
import { createFakeConnection, type FakeConnection } from './fakeConnection';
import { aFile, bytesOfParts, createFakeStorage } from './fakeStorage';

/** At this rate a part takes 2 s. */
const PER_PART = UPLOAD_PART_BYTES / 2;

beforeEach(() => void jest.useFakeTimers());

/** Uploads files with these numbers of parts. */
async function send(connection: FakeConnection, ...parts: number[]) {
  const storage = createFakeStorage();
  // Jest's fake timers advance this clock too.
  const ports = signedInPorts({ ...storage.ports, putPart: connection.putPart, clock: TIMER_CLOCK });
  const testStore = stopAfterTest(createTestStore({ ports }));
  await testStore.rehydrated();
  const files = parts.map((count, index) => chosenFile(ports, aFile(`${index}.tif`, bytesOfParts(count))));
  testStore.store.dispatch(uploadRequested({ keyPrefix: 'brains', files }));
  /** Returns the number of parts in flight at the end of each second. */
  const watch = async (seconds: number): Promise<number[]> => {
    const counts: number[] = [];
    for (let second = 0; second < seconds; second += 1) {
      await pass(1_000);
      counts.push(connection.inFlight());
    }
    return counts;
  };
  const { store } = testStore;
  return { watch, completions: storage.completions, store, sent: () => selectUploadsSummary(store.getState()).sent };
}

it('the number of parts in flight increases up to six while that is faster', async () => {
  const connection = createFakeConnection({ perPart: PER_PART, total: 100 * PER_PART });
  const { watch } = await send(connection, 400);
  const counts = await watch(40);
  expect(counts[0]).toBe(2);
  expect(Math.max(...counts)).toBe(6);
  expect(counts.slice(15)).toEqual(counts.slice(15).map(() => 6));
});

it('the number of parts in flight stays at two if two parts use the connection fully', async () => {
  const connection = createFakeConnection({ perPart: PER_PART, total: 2 * PER_PART });
  const { watch } = await send(connection, 400);
  const counts = await watch(60);
  expect(Math.max(...counts)).toBe(3);
  expect(counts.filter((count) => count === 2).length).toBeGreaterThan(45);
});

it('the number of parts in flight decreases without aborting parts', async () => {
  const connection = createFakeConnection({ perPart: PER_PART, total: 100 * PER_PART });
  const { watch } = await send(connection, 400);
  expect((await watch(5)).at(-1)).toBe(4);
  connection.total = 3 * PER_PART;
  const counts = await watch(15);
  expect(counts[0]).toBe(4);
  expect(counts.at(-1)).toBe(3);
  expect(connection.aborted()).toBe(0);
});

it('the number of parts in flight is kept for the next file', async () => {
  const connection = createFakeConnection({ perPart: PER_PART, total: 100 * PER_PART });
  const { watch, completions } = await send(connection, 60, 60);
  while (completions.length === 0) await watch(1);
  const [count] = await watch(1);
  expect(count).toBe(6);
});

describe('the size of parts', () => {
  it('the part size is smaller for the next file if a part took longer than two minutes', async () => {
    const connection = createFakeConnection({ perPart: UPLOAD_PART_BYTES / 200, total: UPLOAD_PART_BYTES });
    const { watch, completions } = await send(connection, 2, 2);
    while (completions.length < 2) await watch(10);
    expect(completions.map((body) => (body as { parts: unknown[] }).parts.length)).toEqual([2, 3]);
  });
});

it('a pause finishes parts that will end within ten seconds and aborts the others', async () => {
  const connection = createFakeConnection({ perPart: PER_PART, total: 100 * PER_PART });
  const { watch, store } = await send(connection, 8);
  await watch(1);
  store.dispatch(pauseRequested());
  await watch(4);
  expect([connection.inFlight(), connection.aborted()]).toEqual([0, 0]);
});

it('a pause never shows fewer bytes than before, until all are sent', async () => {
  const connection = createFakeConnection({ perPart: PER_PART / 20, total: PER_PART / 5 });
  const { watch, store, sent, completions } = await send(connection, 4);
  const shown: number[] = [];
  const watchSent = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await watch(1);
      shown.push(sent());
    }
  };
  await watchSent(15);
  const before = sent();
  expect(before).toBeGreaterThan(UPLOAD_PART_BYTES / 2);
  store.dispatch(pauseRequested());
  await watchSent(5);
  expect(connection.inFlight()).toBe(0);
  expect(sent()).toBe(before);
  store.dispatch(resumeRequested());
  while (completions.length === 0) await watchSent(10);
  expect(shown).toEqual([...shown].sort((left, right) => left - right));
});
