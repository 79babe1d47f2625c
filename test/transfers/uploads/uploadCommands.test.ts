import { UPLOAD_MAX_BYTES } from '@data-manager/domain/uploads/uploadPlan';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import { uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createTestStore, type TestStore } from '../../support/createTestStore';
import { createFakePorts, signIn } from '../../support/fakePorts';

let testStore: TestStore | undefined;
afterEach(() => testStore?.stop());

/** Requests the upload of one file. */
async function request(size: number, { isSignedIn = true } = {}) {
  const ports = createFakePorts();
  if (isSignedIn) signIn(ports);
  testStore = createTestStore({ ports });
  await testStore.rehydrated();
  const id = ports.files.add(new File(['x'], 'a.tif'));
  const file = { id, name: 'a.tif', size, lastModified: 1, webkitRelativePath: '' };
  testStore.store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [file] }));
  return { queue: selectAllUploads(testStore.store.getState()), isKept: ports.files.get(id) !== undefined };
}

describe('uploadRequested', () => {
  it('queues a file and keeps it in the registry', async () => {
    expect(await request(1)).toMatchObject({ queue: [{ name: 'a.tif' }], isKept: true });
  });

  it('releases a file that is too large', async () => {
    expect(await request(UPLOAD_MAX_BYTES + 1)).toEqual({ queue: [], isKept: false });
  });

  it('releases the file if the user is signed out', async () => {
    expect(await request(1, { isSignedIn: false })).toEqual({ queue: [], isKept: false });
  });
});
