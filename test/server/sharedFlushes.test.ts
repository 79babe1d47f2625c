import { setImmediate as nextTurn } from 'node:timers/promises';
import { createSharedFlushDatabase } from '../../server/src/database/connection/sharedFlushes';
import type { Database, Pool } from '../../server/src/database/sql';
import { createGate } from '../support/gate';

const FLUSH = 'flush';
const CHANGE = 'insert into rows values (1)';
const READ = 'select * from rows';

let statements: string[];
/** Responds to a statement, after a turn of the event loop. */
let answer: (text: string) => Promise<void>;
let database: Database;

beforeEach(() => {
  statements = [];
  answer = () => Promise.resolve();
  let released = Promise.resolve();
  const pool = {
    async connect() {
      const previous = released;
      let release = (): void => undefined;
      released = new Promise((resolve) => (release = resolve));
      await previous;
      return {
        async query(text: string) {
          statements.push(text);
          await nextTurn();
          await answer(text);
          return { command: 'SELECT', rowCount: 0, rows: [] };
        },
        release,
      };
    },
    end: () => {
      statements.push('end');
      return Promise.resolve();
    },
  } as unknown as Pool;
  database = createSharedFlushDatabase(pool, FLUSH);
});

/** Keeps flushes waiting until the returned function is called. */
function holdFlushes(): () => void {
  const { open, pass } = createGate();
  answer = (text) => (text === FLUSH ? pass() : Promise.resolve());
  return open;
}

/** Makes the next statement with a text fail. */
function failOnce(failing: string): void {
  answer = (text) => {
    if (text !== failing) return Promise.resolve();
    answer = () => Promise.resolve();
    return Promise.reject(new Error(`${failing} failed`));
  };
}

/** Returns the settled promises after all statements that can run have run. */
async function settledOf(steps: readonly Promise<unknown>[]): Promise<readonly number[]> {
  const settled: number[] = [];
  for (const [index, step] of steps.entries()) {
    const add = () => void settled.push(index);
    step.then(add, add);
  }
  for (let turn = 0; turn < 50; turn += 1) await nextTurn();
  return settled;
}

const countFlushes = (): number => statements.filter((text) => text === FLUSH).length;

test('changes that are made at the same time share one flush', async () => {
  await Promise.all(Array.from({ length: 20 }, () => database.query(CHANGE)));
  await Promise.all(Array.from({ length: 20 }, () => database.transaction((t) => t.query(CHANGE))));
  expect(statements.filter((text) => text === CHANGE)).toHaveLength(40);
  expect(countFlushes()).toBeLessThanOrEqual(4);
});

test('a change is acknowledged after a flush that started after it', async () => {
  const release = holdFlushes();
  const steps = [database.query(CHANGE), database.transaction((transaction) => transaction.query(CHANGE))];
  expect(await settledOf(steps)).toEqual([]);
  release();
  await Promise.all(steps);

  await database.query(CHANGE);
  expect(statements.slice(-2)).toEqual([CHANGE, FLUSH]);
});

test('a change that is made during a flush is acknowledged after the next one', async () => {
  const release = holdFlushes();
  const first = database.query(CHANGE);
  await settledOf([first]);
  const second = database.query(CHANGE);
  await settledOf([second]);
  release();
  await Promise.all([first, second]);
  expect(statements).toEqual([CHANGE, FLUSH, CHANGE, FLUSH]);
});

test('reads and errors wait for the changes that they may reveal', async () => {
  const release = holdFlushes();
  const conflict = 'insert into rows values (2)';
  const answerOthers = answer;
  answer = (text) => (text === conflict ? Promise.reject(new Error('duplicate key')) : answerOthers(text));
  const steps = [
    database.query(CHANGE),
    database.query(READ),
    database.transaction((transaction) => transaction.query(READ)),
    database.query(conflict),
  ];
  expect(await settledOf(steps)).toEqual([]);
  release();
  const results = await Promise.allSettled(steps);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
});

test('reads cause no flush', async () => {
  await database.query(READ);
  await database.query(`with some as (${READ}) select * from some`);
  await database.transaction((transaction) => transaction.query(READ));
  expect(countFlushes()).toBe(0);
});

test.each([
  'with removed as (delete from rows returning id) select * from removed',
  'with removed as materialized (\n  update rows set id = 1 returning id)\nselect * from removed',
  'select 1; create table others ()',
  'truncate rows',
])('%j counts as a change', async (text) => {
  await database.query(text);
  expect(countFlushes()).toBe(1);
});

test('a failed flush fails the changes that wait for it, and the next result is preceded by another flush', async () => {
  failOnce(FLUSH);
  const results = await Promise.allSettled([database.query(CHANGE), database.query(CHANGE)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(countFlushes()).toBe(1);

  const release = holdFlushes();
  const read = database.query(READ);
  expect(await settledOf([read])).toEqual([]);
  release();
  await read;
  await database.query(READ);
  expect(countFlushes()).toBe(2);
});

test('the error of a statement is kept', async () => {
  failOnce(CHANGE);
  await expect(database.query(CHANGE)).rejects.toThrow('insert into rows values (1) failed');
  failOnce(CHANGE);
  await expect(database.transaction((transaction) => transaction.query(CHANGE))).rejects.toThrow('failed');
});

test('changes are flushed before the database is closed', async () => {
  failOnce(FLUSH);
  await expect(database.query(CHANGE)).rejects.toThrow();
  await database.close();
  expect(statements).toEqual([CHANGE, FLUSH, FLUSH, 'end']);
});

test('an early read waits for no flush, unless it fails', async () => {
  const release = holdFlushes();
  const answerOthers = answer;
  const failing = 'select failing';
  answer = (text) => (text === failing ? Promise.reject(new Error('no such row')) : answerOthers(text));
  const change = database.query(CHANGE);
  const early = database.readEarly((reader) => reader.query(READ));
  const failed = database.readEarly((reader) => reader.query(failing));
  expect(await settledOf([change, early, failed])).toEqual([1]);
  release();
  await Promise.all([change, expect(failed).rejects.toThrow('no such row')]);
});
