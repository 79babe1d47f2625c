import { instrument, type LiftedAction, type LiftedState } from '@redux-devtools/instrument';
import { compose, type Action, type StoreEnhancer } from '@reduxjs/toolkit';
import { createDevelopmentTools } from '../../../src/app/devtools/developmentTools';
import { createShownLog } from '../../../src/app/devtools/shownLog';
import { downloadReady, downloadRequested } from '../../../src/transfers/downloads/downloadsSlice';
import type { TestStore } from '../../support/createTestStore';
import { createStoreWithDownload } from '../../support/storeWithDownload';
import { pass } from '../../support/virtualTime';

interface Lifted {
  readonly getState: () => LiftedState<unknown, Action, null>;
  readonly dispatch: (action: LiftedAction<unknown, Action, null>) => unknown;
}

let testStore: TestStore | undefined;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  testStore?.stop();
  jest.useRealTimers();
});

/** Creates the app's store with DevTools in the page, and a download that the server prepares. */
async function open() {
  const { extension, ...made } = await createStoreWithDownload((ports) => {
    const tools = createDevelopmentTools(ports);
    return { ...tools, enhancer: compose(tools.enhancer, instrument() as StoreEnhancer) };
  });
  testStore = made;
  const { liftedStore } = made.store as unknown as { readonly liftedStore: Lifted };
  return { ...made, ...extension, liftedStore, showLog: createShownLog(extension.presentation) };
}

describe('the log that monitors in the page show', () => {
  it('gives each action a title, and keeps its type', async () => {
    const { liftedStore, showLog } = await open();
    const { actionsById } = showLog(liftedStore.getState());
    const shown = Object.values(actionsById).map(({ action }) => action);
    expect(shown).toContainEqual(expect.objectContaining({ actionType: downloadRequested.type }));
    expect(shown.map(({ type }) => type)).not.toContain(downloadRequested.type);
  });

  it('contains no URLs of archives', async () => {
    const { store, liftedStore, showLog } = await open();
    const { id = '' } = store.getState().downloads.items[0] ?? {};
    store.dispatch(downloadReady({ id, url: 'https://files.test/a.zip?X-Amz-Signature=0123456789' }));
    expect(JSON.stringify(liftedStore.getState())).toContain('files.test');
    expect(JSON.stringify(showLog(liftedStore.getState()))).not.toContain('files.test');
  });

  it('keeps entries that have not changed, so that monitors only draw new ones', async () => {
    const { store, liftedStore, showLog } = await open();
    const before = showLog(liftedStore.getState());
    store.dispatch({ type: 'one more' });
    const after = showLog(liftedStore.getState());
    expect(after.stagedActionIds).toHaveLength(before.stagedActionIds.length + 1);
    expect(after.computedStates.slice(0, -1)).toEqual(before.computedStates);
    for (const id of before.stagedActionIds) expect(after.actionsById[id]).toBe(before.actionsById[id]);
    for (const [index, computed] of before.computedStates.entries()) expect(after.computedStates[index]).toBe(computed);
  });
});

describe('Redux DevTools in the page', () => {
  it('starts nothing while it shows the past, and continues in the present', async () => {
    const { store, server, liftedStore, shown, returnToPresent } = await open();
    const before = store.getState();
    const requests = server.story().length;
    liftedStore.dispatch({ type: 'JUMP_TO_STATE', index: 0 });
    expect(shown().position).toBe('past');
    await pass(60_000);
    expect(server.story()).toHaveLength(requests);
    returnToPresent();
    expect(store.getState()).toEqual(before);
    await pass(60_000);
    expect(server.story().length).toBeGreaterThan(requests);
  });
});
