import { api } from '../../src/api/api';
import { projectsApi } from '../../src/api/projects';
import { downloadRequested } from '../../src/transfers/downloads/downloadsSlice';
import { transferReducers } from '../../src/transfers/transferReducers';
import { selectAllUploads } from '../../src/transfers/uploads/uploadsSelectors';
import { pauseRequested, retryRequested, uploadRequested } from '../../src/transfers/uploads/uploadsSlice';
import { aProject } from '../support/builders';
import { chosenFile } from '../support/chosenFile';
import { createTestStore } from '../support/createTestStore';
import { createFakePorts, signedInPorts } from '../support/fakePorts';
import { createFakeServer } from '../support/fakeServer';
import { stopAfterTest } from '../support/stopAfterTest';
import { pass } from '../support/virtualTime';
import { aFile, bytesOfParts, createFakeStorage, PUT_MS } from '../transfers/uploads/fakeStorage';

beforeEach(() => {
  jest.useFakeTimers();
});

/** Creates a store with a running download, uploads in every phase, and cached lists. */
async function startBusyStore() {
  const storage = createFakeStorage();
  const ports = signedInPorts(storage.ports);
  storage.server.on('POST /download', { json: { ref: 'ref-1', totalFiles: 3 } });
  storage.server.on('GET /download/progress/*', { json: { status: 'PREPARING', completedSize: 5 } });
  storage.server.on('GET /project', { json: [aProject()] });
  storage.answer('start', { status: 400, json: { msg: 'no' } });
  const started = stopAfterTest(createTestStore({ ports }));
  await started.rehydrated();
  const { store } = started;
  void store.dispatch(projectsApi.endpoints.listProjects.initiate());
  store.dispatch(downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: true }));
  const files = [aFile('failed.tif', 1), aFile('active.tif', bytesOfParts(5)), aFile('waiting.tif', 1)];
  store.dispatch(uploadRequested({ keyPrefix: 'brains/TC042', files: files.map((file) => chosenFile(ports, file)) }));
  await pass(PUT_MS + PUT_MS / 2);
  return started;
}

test('a response reaches the screens before the next frame', () => {
  const { store } = stopAfterTest(createTestStore({ ports: createFakePorts() }));
  const onChange = jest.fn();
  store.subscribe(onChange);
  store.dispatch(api.util.upsertQueryEntries([]));
  jest.runAllTicks();
  expect(onChange).toHaveBeenCalled();
});

it('finds the signed-in user before anything is rendered', () => {
  const ports = signedInPorts();
  const started = stopAfterTest(createTestStore({ ports }));
  expect(started.story()[0]).toBe('session/loginFound');
  expect(started.store.getState().session.status).toBe('loggedIn');
});

it('starts a download that is requested as soon as the store exists', async () => {
  const server = createFakeServer({ 'POST /download': { json: { ref: 'ref-1', totalFiles: 3 } } });
  const ports = signedInPorts({ fetch: server.fetch });
  const started = stopAfterTest(createTestStore({ ports }));
  started.store.dispatch(downloadRequested({ path: 'acme/brains/TC042', title: 'TC042', downsampled: false }));
  await pass(0);
  expect(started.story()).toEqual(expect.arrayContaining(['downloads/downloadRequested', 'downloads/downloadStarted']));
  expect(server.story()).toContain('POST /download');
});

it('the whole state of a busy store survives JSON, so that it can be stored, time-travelled and replayed', async () => {
  const { store } = await startBusyStore();
  const phases = () => selectAllUploads(store.getState()).map(({ progress }) => progress.phase);
  const survives = () => expect(JSON.parse(JSON.stringify(store.getState()))).toEqual(store.getState());
  expect(phases()).toEqual(['failed', 'uploading', 'waiting']);
  expect(store.getState()).toMatchObject({
    downloads: { items: [{ downloadId: 'ref-1' }] },
  });
  const progress = selectAllUploads(store.getState()).map((file) => file.progress);
  expect(progress).toContainEqual(
    expect.objectContaining({ phase: 'uploading', inFlight: expect.anything() as unknown }),
  );
  survives();
  store.dispatch(pauseRequested());
  await pass(0);
  expect(store.getState().uploads.status.kind).toBe('paused');
  survives();
  store.dispatch(retryRequested({}));
  // The part that is half sent is finished before the pause.
  expect(phases()).toEqual(['waiting', 'uploading', 'waiting']);
  survives();
});

it('an action that contains a non-serializable value is reported during development', async () => {
  const { store } = await startBusyStore();
  const complain = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  store.dispatch({ type: 'uploads/unheardOf', payload: { file: new File([], 'a.tif') } });
  expect(complain.mock.calls.flat().join(' ')).toContain('non-serializable value was detected in an action');
  complain.mockRestore();
});

it('transfers continue if the sagas are started again after a hot reload', async () => {
  const { store, replaceSlices } = await startBusyStore();
  // Malformed: it crashes a saga.
  store.dispatch({ type: 'downloads/cancelRequested' });
  await pass(0);
  replaceSlices(transferReducers);
  await pass(100 * PUT_MS);
  expect(selectAllUploads(store.getState()).map(({ name, progress }) => [name, progress.phase])).toEqual([
    ['failed.tif', 'failed'],
  ]);
  expect(store.getState().downloads.items).toMatchObject([{ title: 'TC042', phase: 'preparing' }]);
});
