/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import '../../support/devToolsExtension';
import { createActionTitles } from '../../../src/app/devtools/actionTitles';
import { createDevelopmentTools } from '../../../src/app/devtools/developmentTools';
import { createSummarise } from '../../../src/app/devtools/summary';
import {
  filesQueued,
  partUploaded,
  progressSampled,
  retryRequested,
} from '../../../src/transfers/uploads/uploadsSlice';
import { anUploadFile } from '../../support/builders';
import { createTestStore } from '../../support/createTestStore';
import { createDevToolsCounter } from '../../support/devToolsBytes';
import { openDevTools } from '../../support/devToolsExtension';
import { createFakePorts, FAKE_NOW_MS } from '../../support/fakePorts';
import { uploadSmallFiles } from '../../support/uploadSmallFiles';
import { pass } from '../../support/virtualTime';

const PART = 64 * 1024 ** 2;

let stop = (): void => undefined;

afterEach(() => stop());

/** Opens a store with a queue of 500 files, which wait for a login. */
function open(isShowingAll = false) {
  const ports = createFakePorts();
  if (isShowingAll) ports.localStorage.set('devtools-show-all', 'yes');
  const testStore = createTestStore({ ports, extensions: [createDevelopmentTools(ports)] });
  ({ stop } = testStore);
  const files = Array.from({ length: 500 }, (_, index) =>
    anUploadFile({ id: `f${index}`, name: `S${index}.tif`, size: 1 }),
  );
  testStore.store.dispatch(filesQueued({ files }));
  return { ...testStore, ports, tools: openDevTools(testStore.store) };
}

describe('the title of an action', () => {
  const titles = createActionTitles();
  titles.learn({
    type: 'uploads/filesQueued',
    payload: { files: [{ id: 'a', name: 'S000123_L01_ch02.tif', size: 12 * PART }] },
  });
  titles.learn({ type: 'downloads/downloadQueued', payload: { item: { id: 'd', title: 'TC042' } } });

  it.each<[string, { readonly type: string; readonly payload?: unknown; readonly meta?: unknown }]>([
    ['upload: files queued, 3 files', { type: 'uploads/filesQueued', payload: { files: [1, 2, 3] } }],
    ['upload S000123_L01_ch02.tif: start sent', { type: 'uploads/startSent', payload: { id: 'a' } }],
    [
      'upload S000123_L01_ch02.tif: part 7 of 12 verified',
      { type: 'uploads/partUploaded', payload: { id: 'a', part: { partNumber: 7 } } },
    ],
    [
      'upload S000123_L01_ch02.tif: part 2 of 12 will be sent again (storage-refused)',
      { type: 'uploads/partRetried', payload: { id: 'a', partNumber: 2, failure: { kind: 'storage-refused' } } },
    ],
    [
      'upload S000123_L01_ch02.tif: file set aside (name-taken)',
      { type: 'uploads/fileSetAside', payload: { id: 'a', failure: { kind: 'name-taken' } } },
    ],
    ['download TC042: progress received', { type: 'downloads/progressReceived', payload: { id: 'd' } }],
    [
      'download TC043: download queued',
      { type: 'downloads/downloadQueued', payload: { item: { id: 'e', title: 'TC043' } } },
    ],
    ['fetch unknown: fetch paused', { type: 'fetches/fetchPaused', payload: { id: 'unknown' } }],
    ['upload: pause requested', { type: 'uploads/pauseRequested' }],
    [
      'query listProjects: fulfilled',
      { type: 'api/executeQuery/fulfilled', meta: { arg: { endpointName: 'listProjects' } } },
    ],
    ['api/internalSubscriptions', { type: 'api/internalSubscriptions' }],
    ['@@INIT', { type: '@@INIT' }],
  ])('is “%s”', (title, action) => {
    titles.learn(action);
    expect(titles.titleOf(action)).toBe(title);
  });

  it('changes neither the dispatched action nor the exported file', () => {
    const { store, tools } = open();
    const action = partUploaded({ id: 'f1', part: { partNumber: 1, etag: 'ab', md5: 'ab' } });
    store.dispatch(action);
    expect(tools.titles().at(-1)).toBe('upload S1.tif: part 1 of 1 verified');
    expect(tools.exportFile()).toContain(partUploaded.type);
    expect(action.type).toBe(partUploaded.type);
  });
});

describe('the rows of Redux DevTools', () => {
  it('leaves sampled progress and persistence out of Redux DevTools', () => {
    const { store, tools } = open();
    store.dispatch(progressSampled({ id: 'f1', inFlight: { 1: 1 } }));
    expect(tools.titles().join()).not.toMatch(/persist|progress sampled/);
  });

  it('shows every action in Redux DevTools if the developer has chosen so before the page was loaded', () => {
    const { store, tools } = open(true);
    store.dispatch(progressSampled({ id: 'f1', inFlight: { 1: 1 } }));
    expect(tools.titles()).toContain('upload S1.tif: progress sampled');
    expect(tools.titles().join()).toContain('persist');
  });

  it('a row of the panel has the time of the dispatch, whenever the extension receives it', () => {
    const { store, tools, ports } = open();
    ports.control.setNow(FAKE_NOW_MS + 1_000);
    store.dispatch(partUploaded({ id: 'f1', part: { partNumber: 1, etag: 'ab', md5: 'ab' } }));
    ports.control.setNow(FAKE_NOW_MS + 9_000);
    const { action } = tools.sent(tools.log().computedStates.length - 1);
    expect(JSON.parse(action)).toMatchObject({ timestamp: FAKE_NOW_MS + 1_000 });
  });
});

describe('the Dispatcher of Redux DevTools', () => {
  it('offers the commands of the transfers', () => {
    const { actions, tools } = open();
    tools.dispatchCreated('uploads/retryRequested', '{ id: "f1" }');
    expect(actions.at(-1)).toEqual(retryRequested({ id: 'f1' }));
  });

  it('turns on the trace of later actions', () => {
    const { store, tools } = open();
    tools.dispatchCreated('devTools/traceChosen', 'true');
    store.dispatch(progressSampled({ id: 'f1', inFlight: { 1: 1 } }));
    const { actionsById, stagedActionIds } = tools.log();
    expect(actionsById[stagedActionIds[1] ?? 0]?.stack).toBe('');
    expect(actionsById[stagedActionIds.at(-1) ?? 0]?.stack).toContain('panelRows.test');
  });
});

describe('what Redux DevTools serialises of a long list', () => {
  it('contains the first and last members and their number, and the whole list while DevTools is paused', () => {
    const { tools } = open();
    const last = tools.log().computedStates.length - 1;
    const { action, state } = tools.sent(last);
    expect(action).toContain('496 more of 500');
    expect(state).toContain('124 more of 128');
    expect(state.length + action.length).toBeLessThan(15_000);
    tools.pause(true);
    expect(tools.sent(tools.log().currentStateIndex).state).toContain('S250.tif');
  });

  it('reuses the summary of a part of the state that has not changed', () => {
    const summarise = createSummarise();
    const files = Array.from({ length: 20 }, (_, id) => ({ id }));
    const summaryOf = (state: object) => (summarise(state) as { readonly files: unknown }).files;
    expect(summaryOf({ files, at: 1 })).toEqual([{ id: 0 }, { id: 1 }, '… 16 more of 20 …', { id: 18 }, { id: 19 }]);
    expect(summaryOf({ files, at: 1 })).toBe(summaryOf({ files, at: 2 }));
  });
});

describe('200 small files', () => {
  beforeEach(() => void jest.useFakeTimers());

  it('makes Redux DevTools serialise at most 6 MB for 200 small files', async () => {
    let counter: ReturnType<typeof createDevToolsCounter> | undefined;
    const { store, stop: stopStore } = await uploadSmallFiles(200, {
      createExtension: (ports) => {
        const tools = createDevelopmentTools(ports);
        counter = createDevToolsCounter(tools.devTools);
        return tools;
      },
      onAction: (action, after) => counter?.add(action, after),
    });
    stop = stopStore;
    for (let minute = 0; minute < 60 && store.getState().uploads.done.files < 200; minute += 1) await pass(60_000);
    expect(store.getState().uploads.done.files).toBe(200);
    const { actions, bytes } = counter?.counted() ?? { actions: 0, bytes: Infinity };
    expect(actions).toBeGreaterThan(800);
    expect(bytes).toBeLessThan(6_000_000);
  });
});
