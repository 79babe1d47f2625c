/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import '../../support/devToolsExtension';
import fs from 'node:fs';
import path from 'node:path';
import { omit } from '@data-manager/lib/omit';
import { createDevelopmentTools } from '../../../src/app/devtools/developmentTools';
import { parseRecording } from '../../../src/app/devtools/replay/parseRecording';
import { downloadRequested } from '../../../src/transfers/downloads/downloadsSlice';
import { collapseToggled } from '../../../src/transfers/panel/panelSlice';
import { transferReducers } from '../../../src/transfers/transferReducers';
import { replayReducers } from '../../replay/replayReducers';
import { openDevTools } from '../../support/devToolsExtension';
import { createStoreWithDownload } from '../../support/storeWithDownload';
import { pass } from '../../support/virtualTime';

const RECORDINGS = path.join(__dirname, '../../recordings');
const LIST_KEY = 'download-list';

beforeEach(() => {
  jest.useFakeTimers();
});

/** Creates the app's store with DevTools, and a download that the server prepares. */
async function open() {
  const { extension, ...made } = await createStoreWithDownload(createDevelopmentTools);
  return { ...made, ...extension, tools: openDevTools(made.store) };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Returns the slices of the transfers as plain JSON. */
function transfersIn(state: object): unknown {
  const slices = Object.entries(state)
    .filter(([name]) => name in transferReducers)
    .map(([name, slice]: [string, { _persist?: unknown }]) => [name, omit(slice, '_persist')]);
  return JSON.parse(JSON.stringify(Object.fromEntries(slices)));
}

/** Expects that the app continues as if nothing had been imported. */
async function expectToContinue({ store, server, ports, returnToPresent, shown }: Opened, before: unknown) {
  const stored = ports.localStorage.get(LIST_KEY);
  const requests = server.story().length;
  await pass(60_000);
  expect(server.story()).toHaveLength(requests);
  expect(ports.localStorage.get(LIST_KEY)).toBe(stored);
  returnToPresent();
  expect(shown().position).toBe('present');
  expect(store.getState()).toEqual(before);
  await pass(60_000);
  expect(server.story().length).toBeGreaterThan(requests);
}

const recordings = fs
  .readdirSync(RECORDINGS)
  .filter((name) => name.endsWith('.json'))
  .map((name): [string, string] => [name, fs.readFileSync(path.join(RECORDINGS, name), 'utf8')]);

describe('an import into the store of the app', () => {
  it.each(recordings)('shows every step of the recording %s, and leads back to the present', async (_, text) => {
    const opened = await open();
    const { store, tools } = opened;
    const before = store.getState();
    const parsed = parseRecording(text);
    if (!parsed.ok) throw new Error(parsed.failure);
    tools.importFile(text);
    for (const [index, step] of replayReducers(parsed.value).entries()) {
      tools.jumpToIndex(index + 1);
      expect(transfersIn(store.getState())).toEqual(transfersIn(step.after));
      expect(store.getState().api).toBeDefined();
    }
    await expectToContinue(opened, before);
  });

  it('shows every step of the log that DevTools has exported', async () => {
    const opened = await open();
    const { store, tools } = opened;
    const before = store.getState();
    const steps = tools.log().computedStates.map(({ state }) => transfersIn(state as object));
    tools.importFile(tools.exportFile());
    expect(tools.log().computedStates.map(({ state }) => transfersIn(state as object))).toEqual(steps);
    expect(steps.length).toBeGreaterThan(5);
    await expectToContinue(opened, before);
  });
});

describe('the store of the app in DevTools', () => {
  it('has a history that begins with the first action', async () => {
    const { actions, tools } = await open();
    const { actionsById, stagedActionIds } = tools.log();
    const logged = stagedActionIds.slice(1).map((id) => actionsById[id]?.action.type);
    expect(logged).toEqual(actions.map(({ type }) => type));
  });

  it('shows each state as it was at the jump to its action', async () => {
    const { store, tools } = await open();
    const states = tools.log().computedStates.map(({ state }) => state);
    for (const [index, state] of states.entries()) {
      tools.jumpToIndex(index);
      expect(store.getState()).toBe(state);
    }
  });

  it('shows the past without a skipped action, and does not store it', async () => {
    const opened = await open();
    const { store, tools } = opened;
    const before = store.getState();
    tools.skip('downloads/downloadQueued');
    expect(store.getState().downloads.items).toEqual([]);
    await expectToContinue(opened, before);
  });

  it('drops what is dispatched while it is locked', async () => {
    const { store, tools } = await open();
    tools.lock(true);
    store.dispatch(collapseToggled());
    expect(store.getState().panel.collapsed).toBe(false);
    tools.lock(false);
    store.dispatch(collapseToggled());
    expect(store.getState().panel.collapsed).toBe(true);
  });

  it('computes the past with a changed slice after a hot reload, and still stores the downloads', async () => {
    const { store, tools, ports, replaceSlices } = await open();
    const { downloads } = transferReducers;
    const inCapitals: typeof downloads = (state, action) => {
      const next = downloads(state, action);
      if (next === state) return next;
      return { items: next.items.map((item) => ({ ...item, title: item.title.replace('TC', 'tc') })) };
    };
    replaceSlices({ ...transferReducers, downloads: inCapitals });
    tools.jumpTo('downloads/downloadQueued');
    expect(store.getState().downloads.items).toMatchObject([{ title: 'tc042' }]);
    tools.jumpToEnd();
    store.dispatch(downloadRequested({ path: 'acme/brains/TC043', title: 'TC043', downsampled: false }));
    await pass(1_000);
    expect(ports.localStorage.get(LIST_KEY)).toContain('tc043');
  });

  it('starts the sagas that a faulty reducer has crashed once it is mended', async () => {
    const { store, ports, replaceSlices } = await open();
    const faulty: typeof transferReducers.downloads = (state, action) => {
      if (action.type === 'downloads/downloadQueued') throw new Error('a fault');
      return transferReducers.downloads(state, action);
    };
    const request = (title: string) =>
      store.dispatch(downloadRequested({ path: `acme/brains/${title}`, title, downsampled: false }));
    expect(() => replaceSlices({ ...transferReducers, downloads: faulty })).toThrow('a fault');
    for (const title of ['TC043', 'TC044', 'TC045']) request(title);
    await pass(1_000);
    expect(ports.recorded.logs).toHaveLength(3);
    replaceSlices(transferReducers);
    request('TC046');
    await pass(1_000);
    expect(store.getState().downloads.items).toMatchObject([{ title: 'TC042' }, { title: 'TC046' }]);
    expect(ports.recorded.logs).toHaveLength(3);
  });

  it('reports a malformed action once, and carries out the next command', async () => {
    const { store, tools, ports } = await open();
    tools.dispatchText('{ type: "downloads/cancelRequested" }');
    await pass(1_000);
    expect(ports.recorded.logs).toEqual([expect.stringContaining('stopped')]);
    const [download] = store.getState().downloads.items;
    tools.dispatchText(`{ type: "downloads/cancelRequested", payload: { id: "${download?.id}" } }`);
    await pass(1_000);
    expect(store.getState().downloads.items).toEqual([]);
  });
});
