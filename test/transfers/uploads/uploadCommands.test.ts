import { UPLOAD_MAX_BYTES } from '@data-manager/domain/uploads/uploadPlan';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import { uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createTestStore } from '../../support/createTestStore';
import { createFakePorts, signIn } from '../../support/fakePorts';
import { stopAfterTest } from '../../support/stopAfterTest';

/** Requests the upload of one file. */
async function request(size: number, { isSignedIn = true } = {}) {
  const ports = createFakePorts();
  if (isSignedIn) signIn(ports);
  const { store, rehydrated } = stopAfterTest(createTestStore({ ports }));
  await rehydrated();
  const id = ports.files.add(new File(['x'], 'a.tif'));
  const file = { id, name: 'a.tif', size, lastModified: 1, webkitRelativePath: '' };
  store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [file] }));
  return { queue: selectAllUploads(store.getState()), isKept: ports.files.get(id) !== undefined };
}

it('uploadRequested queues a file and keeps it in the registry', async () => {
  expect(await request(1)).toMatchObject({ queue: [{ name: 'a.tif' }], isKept: true });
});

it('uploadRequested releases a file that is too large', async () => {
  expect(await request(UPLOAD_MAX_BYTES + 1)).toEqual({ queue: [], isKept: false });
});

it('uploadRequested releases the file if the user is signed out', async () => {
  expect(await request(1, { isSignedIn: false })).toEqual({ queue: [], isKept: false });
});
