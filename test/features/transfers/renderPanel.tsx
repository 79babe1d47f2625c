import { MantineProvider } from '@mantine/core';
import { combineReducers, configureStore, type Middleware } from '@reduxjs/toolkit';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { Provider } from 'react-redux';
import createSagaMiddleware from 'redux-saga';
import type { Comparison } from '@data-manager/domain/compare/comparison';
import type { DownloadItem } from '@data-manager/domain/downloads/download';
import type { FolderFetch } from '@data-manager/domain/fetches/folderFetch';
import type { Follow } from '@data-manager/domain/follow/follow';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import { TransferAnnouncements } from '../../../src/features/transfers/TransferAnnouncements';
import { TransfersPanel } from '../../../src/features/transfers/TransfersPanel';
import { PortsContext } from '../../../src/platform/portsContext';
import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import { comparisonsReducer, comparisonsRestored } from '../../../src/transfers/comparisons/comparisonsSlice';
import { downloadsReducer, downloadsRestored } from '../../../src/transfers/downloads/downloadsSlice';
import { fetchesReducer, fetchesRestored } from '../../../src/transfers/fetches/fetchesSlice';
import { followsReducer, followsRestored } from '../../../src/transfers/follows/followsSlice';
import { turnTab } from '../../../src/transfers/panel/panelSaga';
import { panelReducer } from '../../../src/transfers/panel/panelSlice';
import { filesQueued, uploadsReducer } from '../../../src/transfers/uploads/uploadsSlice';
import { anOwner } from '../../support/builders';
import { giveElementsSizes } from '../../support/elementSizes';
import { createFakePorts } from '../../support/fakePorts';

interface Queues {
  readonly downloads?: readonly DownloadItem[];
  readonly uploads?: readonly UploadFile[];
  readonly fetches?: readonly FolderFetch[];
  readonly follows?: readonly Follow[];
  readonly comparisons?: readonly Comparison[];
}

/** Renders the panel with the real reducers and its tab saga, without the sagas that drive transfers. */
export function renderPanel(
  { downloads = [], uploads = [], fetches = [], follows = [], comparisons = [] }: Queues,
  ports = createFakePorts(),
  wrapper?: ComponentType<{ readonly children: ReactNode }>,
) {
  giveElementsSizes();
  const actions: unknown[] = [];
  const observer: Middleware = () => (next) => (action) => {
    actions.push(action);
    return next(action);
  };
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer: combineReducers({
      session: sessionReducer,
      downloads: downloadsReducer,
      uploads: uploadsReducer,
      fetches: fetchesReducer,
      follows: followsReducer,
      comparisons: comparisonsReducer,
      panel: panelReducer,
    }),
    // RTK's development checks would visit every one of thousands of files.
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(sagas, observer),
  });
  sagas.run(turnTab);
  store.dispatch(loginFound(anOwner()));
  if (downloads.length > 0) store.dispatch(downloadsRestored({ items: downloads }));
  if (uploads.length > 0) store.dispatch(filesQueued({ files: uploads }));
  if (fetches.length > 0) store.dispatch(fetchesRestored({ items: fetches }));
  if (comparisons.length > 0) store.dispatch(comparisonsRestored({ items: comparisons }));
  if (follows.length > 0) store.dispatch(followsRestored({ items: follows }));
  render(
    <PortsContext value={ports}>
      <Provider store={store}>
        <MantineProvider env="test">
          <TransfersPanel />
          <TransferAnnouncements />
        </MantineProvider>
      </Provider>
    </PortsContext>,
    wrapper && { wrapper },
  );
  return { store, user: userEvent.setup(), lastAction: () => actions.at(-1) };
}
