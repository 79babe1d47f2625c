import { createAction } from '@reduxjs/toolkit';
import { actionChannel, call, put, takeFrom, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../../src/platform/getPorts';
import { getRecords } from '../../../src/platform/records/getRecords';
import { isPageOpen, takeOverFrom } from '../../../src/transfers/machine/pageLocks';
import { shareMachine } from '../../../src/transfers/machine/shareMachine';
import { createNoteStore, noted, selectNotes, type NotesOptions } from './noteStore';

/*
 * The smallest machine that the issuer owns: each page has a list of its own, and each text is stored with the page that has it. A
 * page takes over the texts of closed pages when it opens, as comparisons do, or on a command, as uploads do.
 */

const noteRequested = createAction<string>('notes/noteRequested');
const takeOverRequested = createAction('notes/takeOverRequested');

/** Takes over the texts of all closed pages. Returns how often others had taken them before. */
function* takeOver(page: string): SagaOf<number> {
  let tooLate = 0;
  for (const origin of new Set((yield* readOwners()).values())) {
    if (origin === page || (yield* isPageOpen('notes', origin))) continue;
    const taken = yield* takeOverFrom('notes', origin, () => changeOwner(origin, page));
    if (taken.length === 0) tooLate += 1;
    for (const text of taken) yield* put(noted(text));
  }
  return tooLate;
}

function* readOwners(): SagaOf<ReadonlyMap<string, string>> {
  const store = yield* getRecords('follows');
  return ((yield* call(store.readAll)) ?? new Map()) as ReadonlyMap<string, string>;
}

function* changeOwner(origin: string, page: string): SagaOf<readonly string[]> {
  const store = yield* getRecords('follows');
  const left = [...(yield* readOwners())].filter(([, owner]) => owner === origin).map(([text]) => text);
  yield* call(
    store.put,
    left.map((text) => [text, page] as const),
  );
  return left;
}

interface PageNotesOptions extends NotesOptions {
  readonly page: string;
}

/** Opens a page with a list of its own. A user is signed in. */
export function openPageNotes({ page, batch, ...options }: PageNotesOptions) {
  const { ports, sagas, store } = createNoteStore(options);
  let looks = 0;
  let tooLate = 0;

  function* takeAll(): SagaOf<void> {
    tooLate += yield* takeOver(page);
  }

  function* takeOverOnRequest(): SagaOf<void> {
    const requests = yield* actionChannel(takeOverRequested);
    for (;;) {
      yield* takeFrom(requests);
      yield* takeAll();
    }
  }

  const running = sagas.run(function* runNotes(): SagaOf<void> {
    yield* shareMachine({
      name: 'notes',
      owner: 'issuer',
      page,
      nothing: [],
      commands: [noteRequested],
      *execute({ payload }) {
        yield* put(noted(payload));
        return undefined;
      },
      *restore(isDriver) {
        if (isDriver) yield* takeAll();
        else looks += 1;
      },
      persistence: {
        select: selectNotes,
        isChanged: (written, notes) => written !== notes,
        *write(_written, notes) {
          const { records: stores } = yield* getPorts();
          return yield* call(
            stores('follows').put,
            notes.map((text) => [text, page] as const),
          );
        },
        ...(batch && { batch }),
      },
      drive: [takeOverOnRequest],
    });
  });
  return {
    page,
    note: (text: string) => store.dispatch(noteRequested(text)),
    takeOver: () => store.dispatch(takeOverRequested()),
    notes: () => store.getState().notes,
    /** How often other pages have stored something. */
    looks: () => looks,
    tooLate: () => tooLate,
    crash: () => running.cancel(),
    isLocked: () => ports.locks.isTaken(`notes:${page}`),
  };
}

export type PageNotesTab = ReturnType<typeof openPageNotes>;
