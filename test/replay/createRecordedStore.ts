import { LOG_LIMITS } from '../../src/app/recorder/chunkedLog';
import { createRecorder } from '../../src/app/recorder/recorder';
import { createTestStore, type TestStore } from '../support/createTestStore';
import type { FakePorts } from '../support/fakePorts';

export interface RecordedStore extends TestStore {
  /** Returns the text of a recording file. */
  readonly recording: () => string;
}

/** Creates a test store with the recorder, which no other test store has. */
export function createRecordedStore(ports: FakePorts, limits = LOG_LIMITS): RecordedStore {
  const recorder = createRecorder(ports, limits);
  const testStore = createTestStore({ ports, extensions: [recorder] });
  return { ...testStore, recording: () => recorder.createFile(testStore.store.getState()) };
}
