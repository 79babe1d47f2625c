import { call, delay, fork, put, type SagaOf } from '@data-manager/lib/typedEffects';
import { keepRunning } from '../../../src/platform/supervise';
import { MachineStore, type Completion } from '../../../src/transfers/machine/persistMachine';
import { createFakeProfile, createMemoryRecords } from '../../support/fakePorts';
import { pass } from '../../support/virtualTime';
import { createNoteStore, noted, selectNotes } from './noteStore';

beforeEach(() => void jest.useFakeTimers());

/** Runs the driver's part of the notes. `write` gets the notes and the granted commands of each write. */
function driveNotes(write: (notes: readonly string[], granted: readonly string[]) => void) {
  const { sagas, store, ports } = createNoteStore({ profile: createFakeProfile(), records: createMemoryRecords() });
  const persistence = {
    select: selectNotes,
    isChanged: (written: readonly string[], notes: readonly string[]) => written !== notes,
    *write(_before: unknown, notes: readonly string[], granted: readonly string[]): SagaOf<boolean> {
      yield* call(write, notes, granted);
      return true;
    },
  };
  const machine = new MachineStore('notes', persistence, store.getState().notes, []);
  sagas.run(function* drive(): SagaOf<void> {
    yield* fork(keepRunning, machine.persist.bind(machine));
  });
  const carryOut = (id: string, execute: () => SagaOf<Completion | undefined>) =>
    sagas.run(machine.carryOut.bind(machine), id, execute);
  const isGranted = (id: string) => {
    const granted = jest.spyOn(ports.tabs, 'post');
    sagas.run(machine.grantAgain.bind(machine), id);
    return granted.mock.calls.length > 0;
  };
  return { carryOut, isGranted, note: (text: string) => store.dispatch(noted(text)) };
}

/** Adds two notes, with a pause between them. */
const noteSlowly = (text: string, milliseconds: number) =>
  function* execute(): SagaOf<undefined> {
    yield* put(noted(`${text}1`));
    yield* delay(milliseconds);
    yield* put(noted(`${text}2`));
    return undefined;
  };

/** Fails after it has added a note. */
const noteAndFail = (text: string) =>
  function* execute(): SagaOf<undefined> {
    yield* put(noted(text));
    throw new Error('a bug');
  };

test('of two commands that are carried out at the same time, nothing is stored before both have ended', async () => {
  const write = jest.fn();
  const { carryOut } = driveNotes(write);
  carryOut('a', noteSlowly('a', 10));
  carryOut('b', noteSlowly('b', 30));
  await pass(20);
  expect(write).not.toHaveBeenCalled();
  await pass(20);
  expect(write.mock.calls).toEqual([
    [
      ['a1', 'b1', 'a2', 'b2'],
      ['a', 'b'],
    ],
  ]);
});

test.each([
  ['that fails', noteAndFail('a')],
  ['whose rest fails', () => call(() => noteAndFail('a'))],
])('a command %s is granted, and later changes are stored', async (_how, execute) => {
  const write = jest.fn();
  const { carryOut, isGranted, note } = driveNotes(write);
  carryOut('a', execute);
  await pass(1);
  expect(isGranted('a')).toBe(true);
  note('b');
  await pass(1);
  expect(write).toHaveBeenLastCalledWith(['a', 'b'], []);
});

test('a write that fails is repeated, with the commands behind it', async () => {
  const write = jest.fn().mockImplementationOnce(() => {
    throw new Error('a bug');
  });
  const { carryOut, isGranted } = driveNotes(write);
  carryOut('a', noteSlowly('a', 0));
  await pass(1);
  expect(write.mock.calls).toEqual([
    [['a1', 'a2'], ['a']],
    [['a1', 'a2'], ['a']],
  ]);
  expect(isGranted('a')).toBe(true);
});
