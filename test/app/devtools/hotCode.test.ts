import { applyChanges } from '../../../src/app/devtools/hotCode';
import { loginFound } from '../../../src/session/sessionSlice';
import { downloadQueued } from '../../../src/transfers/downloads/downloadsSlice';
import { transferReducer, transferReducers } from '../../../src/transfers/transferReducers';
import { filesQueued } from '../../../src/transfers/uploads/uploadsSlice';
import { aDownload, anOwner, anUploadFile } from '../../support/builders';
import { createFakePorts } from '../../support/fakePorts';

function openPage(action = loginFound(anOwner()) as Parameters<typeof transferReducer>[1]) {
  const window = new EventTarget();
  const replaceSlices = jest.fn();
  const ports = createFakePorts();
  const state = [loginFound(anOwner()), action].reduce(transferReducer, transferReducer(undefined, { type: '' }));
  applyChanges(window, { replaceSlices, ports, getState: () => state });
  const { logs, assigns } = ports.recorded;
  return {
    replaceSlices,
    logs,
    assigns,
    change: (kind: string, detail: unknown) => window.dispatchEvent(new CustomEvent(kind, { detail })),
  };
}

const reducer = (): undefined => undefined;

it('each slice whose module has changed is replaced, and those that changed before are kept', () => {
  const { change, replaceSlices } = openPage();
  change('slice-changed', { downloads: reducer });
  expect(replaceSlices).toHaveBeenLastCalledWith({ ...transferReducers, downloads: reducer });
  change('slice-changed', { uploads: reducer });
  expect(replaceSlices).toHaveBeenLastCalledWith({ ...transferReducers, downloads: reducer, uploads: reducer });
});

it('a changed slice is said to be old code in sagas and components', () => {
  const { change, logs } = openPage();
  change('slice-changed', { downloads: reducer });
  expect(logs).toEqual([
    'New reducer: downloads. Sagas and components run its old selectors until the page is reloaded.',
  ]);
});

it('a changed saga reloads the page if no transfer is running', () => {
  const { change, assigns } = openPage();
  change('saga-changed', 'uploadFile.ts');
  expect(assigns).toHaveLength(1);
});

it.each([
  ['an upload', filesQueued({ files: [anUploadFile()] })],
  ['a download', downloadQueued({ item: aDownload({ phase: 'preparing' }) })],
])('a changed saga is said to be old code while %s is running', (_name, action) => {
  const { change, logs, assigns } = openPage(action);
  change('saga-changed', 'uploadFile.ts');
  expect(assigns).toEqual([]);
  expect(logs).toEqual(['uploadFile.ts has changed. Its old code runs until the page is reloaded.']);
});
