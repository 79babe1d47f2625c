import type { UnknownAction } from '@reduxjs/toolkit';
import fc from 'fast-check';
import { createChunkedLog } from '../../../src/app/recorder/chunkedLog';
import type { LogEntry, TimedEntry } from '../../../src/app/recorder/logEntry';
import { createTransferLog, type TransferLog } from '../../../src/app/recorder/transferLog';
import { transferReducer } from '../../../src/transfers/transferReducers';
import * as uploads from '../../../src/transfers/uploads/uploadsSlice';
import { anUploadFile, aReceipt } from '../../support/builders';
import { createFakePorts } from '../../support/fakePorts';

const sum = (state: readonly string[] = [], { type }: { readonly type: string }): readonly string[] =>
  type.startsWith('@@') ? state : [...state, type];
const anAction = (type: string): TimedEntry => ({ kind: 'action', by: 'page', action: { type }, at: 0 });
const anotherEntry: TimedEntry = { kind: 'other', at: 0 };
const aResult = (id: number, elements: number): TimedEntry => {
  const result = { $: 'map', entries: Array.from({ length: elements }, () => 'k') };
  return { kind: 'resolved', id, result, at: 0 };
};
const sizeOf = (entries: readonly LogEntry[]): number => JSON.stringify(entries).length;
const SMALL = { keptBytes: 1_000, chunkEntries: 5, chunkWeight: 100 };

describe('the chunked log', () => {
  it('keeps the latest actions and the state before them, which together give the current state', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.string({ minLength: 1 }).map((text) => `a${text}`)), { maxLength: 60 }),
        fc.integer({ min: 0, max: 2_000 }),
        fc.integer({ min: 1, max: 10 }),
        (types, keptBytes, chunkEntries) => {
          const log = createChunkedLog(sum, { ...SMALL, keptBytes, chunkEntries });
          for (const type of types) log.add(type === null ? anotherEntry : anAction(type));
          const content = log.content();
          const kept = content.entries.flatMap((entry) => (entry.kind === 'action' ? [entry.action] : []));
          const all = types.filter((type) => type !== null);
          expect(kept.reduce(sum, content.before)).toEqual(all);
          expect(content.dropped).toBe(all.length - kept.length);
          expect(content.isComplete).toBe(content.entries.length === types.length);
        },
      ),
    );
  });

  it('keeps only the actions of its oldest chunks before it drops them', () => {
    const both = [anAction('a'), anotherEntry, anotherEntry, anotherEntry];
    const log = createChunkedLog(sum, { ...SMALL, chunkEntries: 4, keptBytes: 2.5 * sizeOf(both) });
    for (let times = 0; times < 3; times += 1) for (const entry of both) log.add(entry);
    const { entries, ...content } = log.content();
    expect(content).toEqual({ before: [], dropped: 0, isComplete: false });
    expect(entries.map(({ kind }) => kind)).toEqual([
      'action',
      ...both.map(({ kind }) => kind),
      ...both.map(({ kind }) => kind),
    ]);
  });

  it('drops its oldest chunk when it is full, and nothing before', () => {
    const two = sizeOf([anAction('a'), anAction('b')]);
    const log = createChunkedLog(sum, { ...SMALL, chunkEntries: 2, keptBytes: 2 * two });
    for (const type of ['a', 'b', 'c', 'd', 'e']) log.add(anAction(type));
    expect(log.content()).toMatchObject({ before: [], dropped: 0, isComplete: true });
    log.add(anAction('f'));
    expect(log.content()).toMatchObject({ before: ['a', 'b'], dropped: 2, isComplete: false });
  });

  it('does not grow beyond its limit with thousands of entries', () => {
    const log = createChunkedLog(sum, SMALL);
    for (let times = 0; times < 5_000; times += 1) log.add(anotherEntry);
    const { entries } = log.content();
    expect(sizeOf(entries)).toBeLessThan(SMALL.keptBytes + 5 * sizeOf([anotherEntry]));
    expect(sizeOf(entries)).toBeGreaterThan(SMALL.keptBytes / 2);
  });

  it('counts two bytes for each character of a text that has one beyond Latin-1', () => {
    const countKept = (name: string): number => {
      const log = createChunkedLog(sum, { ...SMALL, chunkEntries: 1 });
      for (let times = 0; times < 100; times += 1) log.add(anAction(name));
      return log.content().entries.length;
    };
    const kept = countKept('Präparat');
    expect(kept).toBeGreaterThan(10);
    expect(countKept('Pr脳parat')).toBe(Math.floor(kept / 2));
  });

  it('closes a chunk early if its lists are long', () => {
    const log = createChunkedLog(sum, { ...SMALL, keptBytes: 700 });
    for (let id = 1; id <= 4; id += 1) log.add(aResult(id, 99));
    expect(log.content().entries.map((entry) => entry.kind === 'resolved' && entry.id)).toEqual([4]);
  });

  it('begins again after an action that is larger than a chunk', () => {
    const log = createChunkedLog(sum, SMALL);
    const payload = { files: Array.from({ length: 101 }, () => 'a file') };
    log.add(anAction('a'));
    log.add({ kind: 'action', by: 'page', action: { type: 'large', payload }, at: 0 });
    expect(log.content()).toEqual({ before: ['a', 'large'], entries: [], dropped: 2, isComplete: false });
    log.add(anAction('b'));
    expect(log.content()).toMatchObject({ before: ['a', 'large'], entries: [{ action: { type: 'b' } }] });
  });
});

const MB = 1e6;

/** Records an uploaded file as the sagas do it: 5 actions, and 22 further entries. */
function recordFile(log: TransferLog, dispatch: (action: UnknownAction) => void, id: string): void {
  const key = `acme/brains/TC042/${id}.tif`;
  const uploadId = `upload-of-${id}`;
  const md5 = '2facfa5d670aec61ce3b613daaa39674';
  for (let effect = 0; effect < 6; effect += 1) {
    log.called({ label: 'clock.now', args: [] }, 1_893_553_445_000);
    log.resolved(log.waiting({ label: 'GET /upload/urls', args: { key, uploadId, totalParts: '1' } }), {
      ok: true,
      value: [{ partNumber: 1, url: 'https://removed.invalid/7117cd3c48ad' }],
    });
  }
  for (let effect = 0; effect < 2; effect += 1) {
    log.resolved(log.waiting({ label: 'hashPart', args: [null, null] }), { kind: 'hashed', md5, bytes: 262_144 });
  }
  dispatch(uploads.startSent({ id }));
  dispatch(uploads.uploadStarted({ id, uploadId, at: 1_893_553_445_000 }));
  dispatch(uploads.partUploaded({ id, part: { partNumber: 1, etag: md5, md5 } }));
  dispatch(uploads.completionSent({ id }));
  dispatch(uploads.fileCompleted({ id, uploadId, lastFile: false, receipt: { ...aReceipt({ id, key }), parts: [] } }));
}

it('the log of 100,000 files keeps the actions of the first 10,000, the results of the latest ones, and at most 16 MB', () => {
  const log = createTransferLog(createFakePorts());
  let state = transferReducer(undefined, { type: 'begin' });
  const dispatch = (action: UnknownAction): void => {
    log.action(action, 'sagas');
    state = transferReducer(state, action);
  };
  const files = Array.from({ length: 100_000 }, (_, index) =>
    anUploadFile({ id: `7f0d5a52-9a43-4c9e-8d8f-${String(index).padStart(12, '0')}`, name: `${String(index)}.tif` }),
  );
  dispatch(uploads.filesQueued({ files }));
  for (const { id } of files.slice(0, 10_000)) recordFile(log, dispatch, id);
  const { entries, dropped, isComplete } = log.content(state);
  // Only the action that queues 100,000 files is too large.
  expect([dropped, isComplete]).toEqual([1, false]);
  expect(entries.filter(({ kind }) => kind === 'action')).toHaveLength(50_000);
  expect(entries.slice(-27 * 700).filter(({ kind }) => kind === 'resolved')).toHaveLength(8 * 700);

  for (const { id } of files.slice(10_000, 14_000)) recordFile(log, dispatch, id);
  const later = log.content(state);
  const bytes = sizeOf(later.entries);
  expect(later.dropped).toBeGreaterThan(1);
  expect(bytes).toBeGreaterThan(14 * MB);
  // The entries of the last chunk count when it is closed.
  expect(bytes).toBeLessThan(16.5 * MB);
});
