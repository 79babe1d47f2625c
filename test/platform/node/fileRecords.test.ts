import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileLocks } from '../../../src/platform/node/fileLocks';
import { createFileRecords } from '../../../src/platform/node/fileRecords';
import { temporaryFolder } from '../../support/temporaryFolder';

const never = new AbortController().signal;
/** Larger than the ids that a system gives to processes. */
const NO_PROCESS = '99999999';

async function openRecords(folder: string) {
  const { lockedNow } = createFileLocks(join(folder, 'locks'));
  return createFileRecords(
    folder,
    (job) => lockedNow('records', job),
    () => undefined,
  )('receipts');
}

describe('records in files', () => {
  it('records of one process are read by another, in the order of their keys', async () => {
    const folder = await temporaryFolder();
    const [one, other] = [await openRecords(folder), await openRecords(folder)];
    await one.put([
      ['b', { n: 1 }],
      ['a', { n: 2 }],
    ]);
    expect([...(await other.readAll())!]).toEqual([
      ['a', { n: 2 }],
      ['b', { n: 1 }],
    ]);
    await other.put([['c', 3]], ['a']);
    expect([...(await one.readAll())!]).toEqual([
      ['b', { n: 1 }],
      ['c', 3],
    ]);
    expect([...(await one.readAll('c'))!.keys()]).toEqual(['b']);
    expect(await one.read('a')).toBeUndefined();
  });

  it('a change that a killed process has not finished is dropped, and the next change is kept', async () => {
    const folder = await temporaryFolder();
    await (await openRecords(folder)).put([['a', 1]]);
    await appendFile(join(folder, 'receipts.jsonl'), '{"put":[["b",');
    const records = await openRecords(folder);
    expect([...(await records.readAll())!]).toEqual([['a', 1]]);
    await records.put([['c', 3]]);
    expect([...(await (await openRecords(folder)).readAll())!]).toEqual([
      ['a', 1],
      ['c', 3],
    ]);
  });

  it('a file with many outdated changes is written again, and other processes notice it', async () => {
    const folder = await temporaryFolder();
    const [one, other] = [await openRecords(folder), await openRecords(folder)];
    for (let n = 0; n <= 1_000; n += 1) await one.put([['a', n]]);
    expect((await readFile(join(folder, 'receipts.jsonl'), 'utf8')).split('\n').length).toBeLessThan(10);
    expect(await other.read('a')).toBe(1_000);
  });

  it('a folder that can’t be written makes a change fail instead of throwing', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    const records = createFileRecords(
      folder,
      () => {
        throw new Error('no');
      },
      () => undefined,
    )('receipts');
    expect(await records.put([['a', 1]])).toBe(false);
    expect(await records.readAll()).toBeUndefined();
  });
});

describe('locks in files', () => {
  it('a lock is passed on once it is released', async () => {
    const folder = await temporaryFolder();
    const [one, other] = [createFileLocks(folder), createFileLocks(folder)];
    const release = await one.locks.acquire('uploads:1', never);
    expect(await other.locks.isTaken('uploads:1')).toBe(true);
    const story: string[] = [];
    const waiting = other.locks.exclusive('uploads:1', () => Promise.resolve(void story.push('acquired')));
    story.push('released');
    release?.();
    await waiting;
    expect(story).toEqual(['released', 'acquired']);
    expect(await one.locks.isTaken('uploads:1')).toBe(false);
  });

  it('waiting for a lock ends when its signal is aborted', async () => {
    const folder = await temporaryFolder();
    const release = await createFileLocks(folder).locks.acquire('a', never);
    const stopped = new AbortController();
    const waiting = createFileLocks(folder).locks.acquire('a', stopped.signal);
    stopped.abort();
    expect(await waiting).toBeUndefined();
    release?.();
  });

  it('the lock of a process that was killed is free', async () => {
    const folder = await temporaryFolder();
    const { locks, lockedNow } = createFileLocks(folder);
    await writeFile(join(folder, 'a'), NO_PROCESS);
    expect(await locks.isTaken('a')).toBe(false);
    expect(lockedNow('a', () => 'done')).toBe('done');
    await writeFile(join(folder, 'a'), NO_PROCESS);
    const release = await locks.acquire('a', never);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe(String(process.pid));
    release?.();
  });
});
