import {
  combineReducers,
  configureStore,
  createAction,
  createSlice,
  Tuple,
  type PayloadAction,
} from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import * as v from 'valibot';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../../src/platform/getPorts';
import type { Ports } from '../../../src/platform/ports';
import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import { GRANTED_KEY } from '../../../src/transfers/machine/itemRecords';
import type { Persistence } from '../../../src/transfers/machine/persistMachine';
import { shareMachine } from '../../../src/transfers/machine/shareMachine';
import { anOwner } from '../../support/builders';
import { createFakePorts, type FakeProfile } from '../../support/fakePorts';

/*
 * The smallest machine: a list to which each command adds its text. The list does not notice a text that it has already, so a
 * command that is carried out twice shows.
 */

export const noteRequested = createAction<{ readonly text: string }>('notes/noteRequested');

const slice = createSlice({
  name: 'notes',
  initialState: (): readonly string[] => [],
  reducers: {
    notesRestored: (_state, { payload }: PayloadAction<readonly string[]>) => payload as string[],
    noted: (state, { payload }: PayloadAction<string>) => [...state, payload],
  },
});
const { notesRestored, noted } = slice.actions;

interface NotesState {
  readonly notes: readonly string[];
}

const NoteCommand = v.object({ type: v.string(), payload: v.object({ text: v.string() }) });
const selectNotes = ({ notes }: NotesState): readonly string[] => notes;

function* restoreNotes(): SagaOf<unknown> {
  const { records } = yield* getPorts();
  const stored = yield* call(records('follows').readAll);
  const notes = stored?.get('notes') as readonly string[] | undefined;
  if (notes !== undefined) yield* put(notesRestored(notes));
  return stored?.get(GRANTED_KEY);
}

function* writeNotes(_before: unknown, notes: readonly string[], granted: readonly string[]): SagaOf<boolean> {
  const { records } = yield* getPorts();
  const marks = granted.length > 0 ? [[GRANTED_KEY, granted] as const] : [];
  return yield* call(records('follows').put, [['notes', notes] as const, ...marks]);
}

interface NotesOptions {
  readonly profile: FakeProfile;
  readonly records: Ports['records'];
  readonly tabs?: (own: Ports['tabs']) => Ports['tabs'];
  readonly batch?: Persistence<readonly string[]>['batch'];
}

/** Opens a tab that shares the notes of a browser profile. A user is signed in. */
export function openNotes({ profile, records, tabs = (own) => own, batch }: NotesOptions) {
  const plain = createFakePorts({ records }, profile);
  const ports = { ...plain, tabs: tabs(plain.tabs) };
  const sagas = createSagaMiddleware({ context: { ports } });
  const store = configureStore({
    reducer: combineReducers({ session: sessionReducer, notes: slice.reducer }),
    middleware: () => new Tuple(sagas),
  });
  store.dispatch(loginFound(anOwner()));
  const running = sagas.run(function* shareNotes(): SagaOf<void> {
    yield* shareMachine({
      name: 'notes',
      owner: 'lock',
      commands: [noteRequested],
      schema: NoteCommand,
      prepare: function* prepare(command) {
        yield* select(selectNotes);
        return command;
      },
      execute: function* execute({ payload }) {
        yield* put(noted(payload.text));
        return undefined;
      },
      restore: restoreNotes,
      persistence: {
        select: selectNotes,
        isChanged: (written, notes) => written !== notes,
        write: writeNotes,
        warning: 'The notes are not stored.',
        ...(batch && { batch }),
      },
      drive: [],
    });
  });
  return {
    ports,
    dispatch: store.dispatch,
    note: (text: string) => store.dispatch(noteRequested({ text })),
    notes: () => store.getState().notes,
    isSignedIn: () => store.getState().session.status === 'loggedIn',
    toasts: () => ports.recorded.toasts.map(({ text }) => text),
    crash: () => running.cancel(),
  };
}

export type NotesTab = ReturnType<typeof openNotes>;
