import type { SessionValues } from '@data-manager/domain/session/session';
import type { Ports, RecordStoreName } from '../../../src/platform/ports';
import { createFileRegistry } from '../../../src/platform/reading/fileRegistry';
import {
  discardRequested,
  resumeRequested,
  selectInterruptedFiles,
  selectInterruptedSummary,
} from '../../../src/transfers/interrupted/interruptedSlice';
import { selectAllUploads } from '../../../src/transfers/uploads/uploadsSelectors';
import { uploadRequested } from '../../../src/transfers/uploads/uploadsSlice';
import { createRecordedStore, type RecordedStore } from '../../replay/createRecordedStore';
import { createFakePorts, createFakeProfile, createMemoryRecords, signIn } from '../../support/fakePorts';
import { pass } from '../../support/virtualTime';
import { aFile, bytesOfParts, createFakeStorage, PUT_MS } from '../uploads/fakeStorage';

/** Creates a browser profile whose tabs share a database, locks and messages, and adds the stores of its tabs to a list. */
export function aBrowser(pages: RecordedStore[]) {
  const storage = createFakeStorage();
  const records = createMemoryRecords();
  const profile = createFakeProfile();
  let opened = 0;

  /** Opens a tab with a signed-in user and waits until it has read the resume store. */
  const openTab = async (given: Partial<Ports> = {}, values: Partial<SessionValues> = {}) => {
    const tab = (opened += 1);
    let uuids = 0;
    const uuid = () => `tab-${tab}-${(uuids += 1)}`;
    const fake = createFakePorts({ ...storage.ports, records, files: createFileRegistry(uuid), ...given }, profile);
    const ports = { ...fake, random: { ...fake.random, uuid } };
    signIn(ports, values);
    const made = createRecordedStore(ports);
    pages.push(made);
    await made.rehydrated();
    await pass(0);
    const { store } = made;
    const choose = (file: File, webkitRelativePath = '') => {
      const { name, size, lastModified } = file;
      return { id: ports.files.add(file), name, size, lastModified, webkitRelativePath };
    };
    return {
      ports,
      store,
      choose,
      upload: (...files: File[]) =>
        store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: files.map((file) => choose(file)) })),
      rechoose: (...files: File[]) => store.dispatch(resumeRequested({ files: files.map((file) => choose(file)) })),
      /** Discards all interrupted files that the tab shows. */
      discard: () =>
        store.dispatch(discardRequested({ ids: selectInterruptedFiles(store.getState()).map(({ id }) => id) })),
      interrupted: () => store.getState().interrupted,
      summary: () => selectInterruptedSummary(store.getState()),
      queue: () => selectAllUploads(store.getState()),
      toasts: () => ports.recorded.toasts.map(({ text }) => text),
      /** Reloads, closes or crashes the page. */
      end: async () => {
        made.stop();
        await pass(0);
      },
    };
  };
  const stored = async (name: RecordStoreName) => [...((await records(name).readAll())?.keys() ?? [])];
  return { ...storage, records, openTab, stored };
}

/** Creates a browser with a tab that was closed after two of the five parts of the first of two files. */
export async function anInterruptedUpload(pages: RecordedStore[]) {
  const browser = aBrowser(pages);
  const first = await browser.openTab();
  first.upload(aFile('a.tif', bytesOfParts(5)), aFile('b.tif', 10));
  await pass(PUT_MS + PUT_MS / 2);
  await first.end();
  browser.operations.length = 0;
  return browser;
}
