import { UPLOAD_MAX_BYTES } from '../../../src/domain/uploads/uploadPlan';
import { uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createTestStore, type TestStore } from '../../support/createTestStore';
import { createFakePorts, signIn } from '../../support/fakePorts';

let testStore: TestStore | undefined;
afterEach(() => testStore?.stop());

/** Somebody who wishes to upload one file of that size. */
async function wish(size: number, { isSignedIn = true } = {}) {
  const ports = createFakePorts();
  if (isSignedIn) signIn(ports);
  testStore = createTestStore({ ports });
  await testStore.rehydrated();
  const id = ports.files.add(new File(['x'], 'a.tif'));
  const file = { id, name: 'a.tif', size, lastModified: 1, webkitRelativePath: '' };
  testStore.store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: [file] }));
  return { queue: testStore.store.getState().uploads.files, isHeld: ports.files.get(id) !== undefined };
}

describe('a file that is to be uploaded', () => {
  it('is held until it is sent', async () => {
    expect(await wish(1)).toMatchObject({ queue: [{ name: 'a.tif' }], isHeld: true });
  });

  it('is let go of where it is too large', async () => {
    expect(await wish(UPLOAD_MAX_BYTES + 1)).toEqual({ queue: [], isHeld: false });
  });

  it('is let go of where nobody is signed in', async () => {
    expect(await wish(1, { isSignedIn: false })).toEqual({ queue: [], isHeld: false });
  });
});
