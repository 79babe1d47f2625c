import {
  combineReducers,
  configureStore,
  createAction,
  createSlice,
  Tuple,
  type PayloadAction,
} from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { call, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../../src/platform/getPorts';
import { loginFound, sessionReducer } from '../../../src/session/sessionSlice';
import { isPageOpen, takeOverFrom } from '../../../src/transfers/machine/pageLocks';
import { shareMachine } from '../../../src/transfers/machine/shareMachine';
import { anOwner } from '../../support/builders';
import { createFakePorts, createFakeProfile, createMemoryRecords, delayRecords } from '../../support/fakePorts';
import { pass } from '../../support/virtualTime';

const DATABASE_MS = 20;

const noteRequested = createAction<string>('notes/noteRequested');

const slice = createSlice({
  name: 'notes',
  initialState: (): readonly string[] => [],
  reducers: {
    noted: (state, { payload }: PayloadAction<string>) => [...state, payload],
  },
});
const { noted } = slice.actions;

interface NotesState {
  readonly notes: readonly string[];
}

beforeEach(() => {
  jest.useFakeTimers();
});

/** A browser profile whose pages write notes, each of them its own. The database takes time. */
function aBrowser() {
  const profile = createFakeProfile();
  const memory = createMemoryRecords();
  const records = delayRecords(memory, DATABASE_MS);
  let opened = 0;

  const stored = async (): Promise<Record<string, unknown>> =>
    Object.fromEntries((await memory('follows').readAll()) ?? []);

  /** Opens a page, which takes over what closed pages have left as soon as it opens. */
  const open = () => {
    const page = `page-${(opened += 1)}`;
    const ports = createFakePorts({ records }, profile);
    const sagas = createSagaMiddleware({ context: { ports } });
    const store = configureStore({
      reducer: combineReducers({ session: sessionReducer, notes: slice.reducer }),
      middleware: () => new Tuple(sagas),
    });
    store.dispatch(loginFound(anOwner()));
    let looks = 0;

    function* restore(isDriver: boolean): SagaOf<void> {
      looks += isDriver ? 0 : 1;
      if (!isDriver) return;
      const { records: stores } = yield* getPorts();
      const journal = stores('follows');
      const origins = new Set([...((yield* call(journal.readAll)) ?? new Map<string, string>()).values()] as string[]);
      for (const origin of origins) {
        if (yield* isPageOpen('notes', origin)) continue;
        const taken = yield* takeOverFrom('notes', origin, function* takeAll() {
          const left = [...((yield* call(journal.readAll)) ?? [])].filter(([, owner]) => owner === origin);
          yield* call(
            journal.put,
            left.map(([text]) => [text, page] as const),
          );
          return left;
        });
        for (const [text] of taken) yield* put(noted(text));
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
        restore,
        persistence: {
          select: ({ notes }: NotesState) => notes,
          isChanged: (written, notes) => written !== notes,
          *write(_written, notes) {
            const { records: stores } = yield* getPorts();
            return yield* call(
              stores('follows').put,
              notes.map((text) => [text, page] as const),
            );
          },
        },
        drive: [],
      });
    });
    return {
      note: (text: string) => store.dispatch(noteRequested(text)),
      notes: () => store.getState().notes,
      looks: () => looks,
      crash: () => running.cancel(),
      isLocked: () => ports.locks.isTaken(`notes:${page}`),
    };
  };
  return { open, stored };
}

describe('a machine that the issuer owns', () => {
  it('carries out a command at once, and stores its result once the lock of the page is held', async () => {
    const { open, stored } = aBrowser();
    const page = open();
    page.note('a');
    expect(page.notes()).toEqual(['a']);
    await pass(5 * DATABASE_MS);
    expect(await page.isLocked()).toBe(true);
    expect(await stored()).toEqual({ a: 'page-1' });
  });

  it('lets other open pages look at what it stores, but does not give them its items', async () => {
    const { open, stored } = aBrowser();
    const [page, other] = [open(), open()];
    page.note('a');
    await pass(5 * DATABASE_MS);
    expect([other.notes(), other.looks()]).toEqual([[], 1]);
    expect(await stored()).toEqual({ a: 'page-1' });
  });

  it('continues in one of the pages that open at the same time after its own page has crashed', async () => {
    const { open, stored } = aBrowser();
    const first = open();
    first.note('a');
    await pass(5 * DATABASE_MS);
    first.crash();
    const [second, third] = [open(), open()];
    await pass(20 * DATABASE_MS);
    expect([...second.notes(), ...third.notes()]).toEqual(['a']);
    expect(await stored()).toEqual({ a: second.notes().length === 1 ? 'page-2' : 'page-3' });
  });

  it('stays with its page as long as that is open', async () => {
    const { open } = aBrowser();
    const first = open();
    first.note('a');
    await pass(5 * DATABASE_MS);
    const second = open();
    await pass(20 * DATABASE_MS);
    expect([first.notes(), second.notes()]).toEqual([['a'], []]);
  });
});
