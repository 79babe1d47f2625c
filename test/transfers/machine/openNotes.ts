import { createAction } from '@reduxjs/toolkit';
import * as v from 'valibot';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../../src/platform/getPorts';
import { GRANTED_KEY } from '../../../src/transfers/machine/itemRecords';
import { shareMachine } from '../../../src/transfers/machine/shareMachine';
import { createNoteStore, noted, notesRestored, selectNotes, type NotesOptions } from './noteStore';

/* The smallest machine: a list to which each command adds its text. */

export const noteRequested = createAction<{ readonly text: string }>('notes/noteRequested');

const NoteCommand = v.object({ type: v.string(), payload: v.object({ text: v.string() }) });

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

/** Opens a tab that shares the notes of a browser profile. A user is signed in. */
export function openNotes({ batch, drive = [], ...options }: NotesOptions) {
  const { ports, sagas, store } = createNoteStore(options);
  const running = sagas.run(function* shareNotes(): SagaOf<void> {
    yield* shareMachine({
      name: 'notes',
      owner: 'lock',
      title: 'notes',
      *setAside(id) {
        const notes = yield* select(selectNotes);
        yield* put(notesRestored(notes.map((note) => (note === id ? `${note} (set aside)` : note))));
      },
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
      drive,
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
