import type { ChosenFile, UploadFile } from '@data-manager/domain/uploads/upload';
import { fetchConfiguration } from '../../../src/api/configuration';
import type { Ports } from '../../../src/platform/ports';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import { uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createRecordedStore, type RecordedStore } from '../../replay/createRecordedStore';
import { chosenFile } from '../../support/chosenFile';
import { signedInPorts } from '../../support/fakePorts';
import { pass } from '../../support/virtualTime';
import { createFakeStorage } from './fakeStorage';

interface UploadPageOptions {
  readonly urlsPerAnswer?: number;
  /** The server offers `upload.startUrls`. */
  readonly hasStartUrls?: boolean;
  /** The server offers `upload.onlyIfAbsent`, `upload.replaces` and `files.restoreReplaced`. */
  readonly knowsAbsent?: boolean;
  /** The server offers `receipts.list`. */
  readonly listsReceipts?: boolean;
  readonly overrides?: Partial<Ports>;
}

/** Adds a recorded store over a fake API and storage to a list (see `createReplayedPages`). A user is signed in. */
export async function openUploadPage(pages: RecordedStore[], { overrides, ...options }: UploadPageOptions = {}) {
  const storage = createFakeStorage(options);
  const ports = signedInPorts({ ...storage.ports, ...overrides });
  const testStore = createRecordedStore(ports);
  pages.push(testStore);
  await testStore.rehydrated();
  if (Object.values(options).includes(true)) await testStore.store.dispatch(fetchConfiguration());
  const { store, story, actions } = testStore;
  const choose = (file: File, given: Partial<ChosenFile> = {}): ChosenFile => ({
    ...chosenFile(ports, file),
    ...given,
  });
  return {
    ...storage,
    ports,
    store,
    actions,
    choose,
    upload: (...files: File[]) =>
      store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: files.map((file) => choose(file)) })),
    /** Returns the types of the actions of uploads, without progress. */
    story: () => story().filter((type) => type.startsWith('uploads/') && type !== 'uploads/progressSampled'),
    /** Returns how many actions of a type were dispatched. */
    count: (type: string) => actions.filter((action) => action.type === type).length,
    state: () => store.getState().uploads,
    inFlight: () => {
      const progress = selectAllUploads(store.getState())[0]?.progress;
      return progress?.phase === 'uploading' ? progress.inFlight : undefined;
    },
    files: (): readonly UploadFile[] => selectAllUploads(store.getState()),
    toasts: () => ports.recorded.toasts.map(({ text }) => text),
    pass,
  };
}

export type UploadPage = Awaited<ReturnType<typeof openUploadPage>>;
