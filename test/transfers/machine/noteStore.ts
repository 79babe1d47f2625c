import { combineReducers, configureStore, createSlice, Tuple, type PayloadAction } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import type { SagaOf } from '@data-manager/lib/typedEffects';
import type { Ports } from '../../../src/platform/ports';
import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import type { Persistence } from '../../../src/transfers/machine/persistMachine';
import { anOwner } from '../../support/builders';
import { createFakePorts, type FakeProfile } from '../../support/fakePorts';

/* A list of texts that does not notice a text that it has already, so a text that is added twice shows. */

const slice = createSlice({
  name: 'notes',
  initialState: (): readonly string[] => [],
  reducers: {
    notesRestored: (_state, { payload }: PayloadAction<readonly string[]>) => payload as string[],
    noted: (state, { payload }: PayloadAction<string>) => [...state, payload],
  },
});
export const { notesRestored, noted } = slice.actions;

interface NotesState {
  readonly notes: readonly string[];
}

export const selectNotes = ({ notes }: NotesState): readonly string[] => notes;

export interface NotesOptions {
  readonly profile: FakeProfile;
  readonly records: Ports['records'];
  readonly tabs?: (own: Ports['tabs']) => Ports['tabs'];
  readonly drive?: readonly (() => SagaOf<void>)[];
  readonly batch?: Persistence<readonly string[]>['batch'];
}

/** Creates the store of a page of a browser profile. A user is signed in. */
export function createNoteStore({ profile, records, tabs = (own) => own }: Omit<NotesOptions, 'batch' | 'drive'>) {
  const plain = createFakePorts({ records }, profile);
  const ports = { ...plain, tabs: tabs(plain.tabs) };
  const sagas = createSagaMiddleware({ context: { ports } });
  const store = configureStore({
    reducer: combineReducers({ session: sessionReducer, notes: slice.reducer }),
    middleware: () => new Tuple(sagas),
  });
  store.dispatch(loginFound(anOwner()));
  return { ports, sagas, store };
}
