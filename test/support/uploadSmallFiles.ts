import type { Action } from '@reduxjs/toolkit';
import type { StoreExtension } from '../../src/app/storeExtension';
import { uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { aFile, createFakeStorage } from '../transfers/uploads/fakeStorage';
import { chosenFile } from './chosenFile';
import { createTestStore } from './createTestStore';
import { signedInPorts, TIMER_CLOCK, type FakePorts } from './fakePorts';

interface SmallFilesOptions {
  readonly createExtension: (ports: FakePorts) => StoreExtension;
  readonly onAction?: (action: Action, after: object) => void;
}

/** Opens a store that uploads small files to a fake storage. */
export async function uploadSmallFiles(count: number, { createExtension, onAction }: SmallFilesOptions) {
  const storage = createFakeStorage({ putMs: 1, hashMs: 1 });
  const ports = signedInPorts({ ...storage.ports, clock: TIMER_CLOCK });
  const testStore = createTestStore({
    ports,
    extensions: [createExtension(ports)],
    ...(onAction && { onAction: (action, _before, after) => onAction(action, after) }),
  });
  await testStore.rehydrated();
  const files = Array.from({ length: count }, (_, index) =>
    chosenFile(ports, aFile(`S${String(index + 1).padStart(6, '0')}_L01_ch01.tif`, 262_144)),
  );
  testStore.store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files }));
  return testStore;
}
