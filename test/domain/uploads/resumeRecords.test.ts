import fc from 'fast-check';
import { UPLOAD_PART_BYTES } from '@data-manager/domain/constants';
import type { Failure } from '@data-manager/domain/failures/failure';
import { md5OfText } from '@data-manager/domain/uploads/checksums';
import { parseResumeRecords } from '@data-manager/domain/uploads/parseResumeRecords';
import {
  addFileChanges,
  fileRecord,
  noChanges,
  partKey,
  type PartRecord,
  type WrittenFile,
} from '@data-manager/domain/uploads/resumeRecords';
import {
  sessionOf,
  type UploadedPart,
  type UploadFile,
  type UploadProgress,
} from '@data-manager/domain/uploads/upload';
import { anUploadFile } from '../../support/builders';

const ORIGIN = { tab: 'tab-1', queuedAt: 1_000, place: 1 };

function aPart(partNumber: number): UploadedPart {
  const md5 = md5OfText(`part ${partNumber}`);
  return { partNumber, etag: md5.toUpperCase(), md5 };
}

function begun(...numbers: number[]): UploadProgress {
  return { phase: 'uploading', session: { uploadId: 'up-1', parts: numbers.map(aPart) }, inFlight: {} };
}

function aFile(progress: UploadProgress, given: Partial<UploadFile> = {}): UploadFile {
  return anUploadFile({ size: 5 * UPLOAD_PART_BYTES, ...given, progress });
}

/** Creates the resume store of one page. */
function createStore() {
  const records = new Map<string, unknown>();
  const parts = new Map<string, unknown>();
  const known = new Map<string, WrittenFile>();
  return {
    records,
    parts,
    /** Stores a file, or deletes it if it is undefined. Returns the number of changed records. */
    update: (id: string, file: UploadFile | undefined, origin = ORIGIN): number => {
      const changes = noChanges();
      const record = file && fileRecord(file, origin);
      const after = addFileChanges(changes, id, known.get(id), record, (file && sessionOf(file)?.parts) ?? []);
      for (const [key, value] of changes.records) records.set(key, value);
      for (const key of changes.recordsGone) records.delete(key);
      for (const [key, value] of changes.parts) parts.set(key, value);
      for (const key of changes.partsGone) parts.delete(key);
      if (after === undefined) known.delete(id);
      else known.set(id, after);
      const { records: put, recordsGone, parts: partsPut, partsGone } = changes;
      return put.length + recordsGone.length + partsPut.length + partsGone.length;
    },
    read: () => parseResumeRecords(records, parts),
  };
}

it('the resume store restores a file as waiting, with its uploaded parts', () => {
  const store = createStore();
  const file = aFile(begun(2, 1), {
    partSize: 16 * 1024 ** 2,
    startedAt: 5_000,
    retries: 2,
    newName: 'TC042/b.tif',
    onlyIfAbsent: true,
  });
  store.update('file-1', file);
  const session = { uploadId: 'up-1', parts: [aPart(1), aPart(2)] };
  expect(store.read()).toEqual({
    entries: [{ tab: 'tab-1', file: { ...file, progress: { phase: 'waiting', session } } }],
    tallies: [],
    unreadable: [],
    strayParts: [],
  });
});

it('the resume store keeps that the user has decided to replace a file', () => {
  const store = createStore();
  const file = aFile(begun(1));
  store.update('file-1', { ...file, onlyIfAbsent: true });
  expect(store.update('file-1', { ...file, replaces: 'ab' })).toBe(1);
  expect(store.read().entries[0]?.file).toMatchObject({ replaces: 'ab' });
  expect(store.update('file-1', file)).toBe(1);
  expect(store.read().entries[0]?.file).not.toHaveProperty('onlyIfAbsent');
  expect(store.read().entries[0]?.file).not.toHaveProperty('replaces');
});

it('the resume store returns the files in the order in which they were queued', () => {
  const store = createStore();
  const waiting: UploadProgress = { phase: 'waiting' };
  store.update('c', aFile(waiting, { id: 'c' }), { ...ORIGIN, place: 2 });
  store.update('b', aFile(waiting, { id: 'b' }), { ...ORIGIN, place: 10 });
  store.update('a', aFile(waiting, { id: 'a' }), { ...ORIGIN, queuedAt: 2_000, place: 0 });
  expect(store.read().entries.map(({ file }) => file.id)).toEqual(['c', 'b', 'a']);
});

it('the resume store writes a single record for each additional part', () => {
  const store = createStore();
  store.update('file-1', aFile(begun(1, 2, 3)));
  expect(store.update('file-1', aFile(begun(1, 2, 3, 4)))).toBe(1);
  expect(store.update('file-1', aFile(begun(1, 2, 3, 4)))).toBe(0);
});

it('the resume store deletes the records of a file that has left the queue', () => {
  const store = createStore();
  store.update('file-1', aFile(begun(1, 2)));
  store.update('file-1', undefined);
  expect([...store.records, ...store.parts]).toEqual([]);
});

it('the resume store deletes the parts of an upload that the server has lost', () => {
  const store = createStore();
  store.update('file-1', aFile(begun(1, 2)));
  store.update('file-1', aFile({ phase: 'uploading', session: { uploadId: 'up-2', parts: [aPart(1)] }, inFlight: {} }));
  expect(store.read()).toMatchObject({
    entries: [{ file: { progress: { session: { uploadId: 'up-2', parts: [{ partNumber: 1 }] } } } }],
    strayParts: [],
  });
});

it.each<[string, UploadProgress, true | undefined]>([
  [
    'is being completed',
    { phase: 'completing', session: { uploadId: 'up-1', parts: [], completionUncertain: true } },
    true,
  ],
  ['failed with an unknown completion', failed({ kind: 'completion-unknown', fileName: 'a' }), true],
  ['failed otherwise', failed({ kind: 'etag-hidden' }), undefined],
])('the resume store stores whether a completion is uncertain: %s', (_fact, progress, completionUncertain) => {
  const store = createStore();
  store.update('file-1', aFile(progress));
  expect(sessionOf(store.read().entries[0]!.file)?.completionUncertain).toBe(completionUncertain);
});

it('the resume store contains exactly the current files after any sequence of changes', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 5 })).map((list) => list.map(aPart));
  const session = fc.record({ uploadId: fc.constantFrom('up-1', 'up-2'), parts: numbers });
  const progress = fc.oneof(
    fc.constant<UploadProgress>({ phase: 'starting' }),
    session.map((has): UploadProgress => ({ phase: 'uploading', session: has, inFlight: {} })),
    session.map((has): UploadProgress => ({
      phase: 'failed',
      failure: { kind: 'stalled', partNumber: 1 },
      session: has,
    })),
  );
  const step = fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.option(progress, { nil: undefined }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const store = createStore();
      const queue = new Map<string, UploadFile>();
      for (const [id, now] of steps) {
        const file = now && aFile(now, { id });
        store.update(id, file);
        if (file === undefined) queue.delete(id);
        else queue.set(id, file);
      }
      const { entries, strayParts, unreadable } = store.read();
      expect([...strayParts, ...unreadable]).toEqual([]);
      const summary = (file: UploadFile) => {
        const { uploadId, parts = [] } = sessionOf(file) ?? {};
        return [file.id, uploadId, parts.map(({ partNumber }) => partNumber).sort()];
      };
      const byId = (left: UploadFile, right: UploadFile) => left.id.localeCompare(right.id);
      expect(
        entries
          .map(({ file }) => file)
          .sort(byId)
          .map(summary),
      ).toEqual([...queue.values()].sort(byId).map(summary));
    }),
  );
});

describe('parseResumeRecords', () => {
  const good = fileRecord(aFile(begun(1)), ORIGIN);
  const goodPart: PartRecord = { ...aPart(1), uploadId: 'up-1' };

  it.each<[string, unknown]>([
    ['not an object', 'TC042'],
    ['without an object key', { ...good, key: undefined }],
    ['of another sponsor', { ...good, key: 'globex/brains/a.tif' }],
    ['with an invalid size', { ...good, size: -1 }],
    ['of another file', { ...good, id: 'file-2' }],
    ['of another kind', { ...good, kind: 'folder' }],
  ])('skips and reports a record %s, and keeps the others', (_fault, record) => {
    const other = { ...good, id: 'file-9' };
    const { entries, unreadable } = parseResumeRecords(
      new Map([
        ['file-1', record],
        ['file-9', other],
      ]),
      new Map(),
    );
    expect(entries.map(({ file }) => file.id)).toEqual(['file-9']);
    expect(unreadable).toEqual(['file-1']);
  });

  it.each<[string, string, unknown]>([
    ['of an earlier upload id', partKey('file-1', 1), { ...goodPart, uploadId: 'up-0' }],
    ['whose ETag is not its MD5', partKey('file-1', 1), { ...goodPart, etag: md5OfText('other') }],
    ['beyond the end of the file', partKey('file-1', 6), { ...goodPart, partNumber: 6 }],
    ['stored under another key', partKey('file-1', 2), goodPart],
    ['without a file', partKey('file-2', 1), goodPart],
    ['that is not an object', partKey('file-1', 1), null],
  ])('ignores a part %s', (_fault, key, part) => {
    const { entries, strayParts } = parseResumeRecords(new Map([['file-1', good]]), new Map([[key, part]]));
    expect(sessionOf(entries[0]!.file)).toEqual({ uploadId: 'up-1', parts: [] });
    expect(strayParts).toEqual([key]);
  });

  it('restores a valid part', () => {
    const { entries } = parseResumeRecords(new Map([['file-1', good]]), new Map([[partKey('file-1', 1), goodPart]]));
    expect(sessionOf(entries[0]!.file)?.parts).toEqual([aPart(1)]);
  });

  it('reads records written by version 0.1', () => {
    const stored = {
      kind: 'file',
      id: 'file-1',
      name: 'b.tif',
      newName: 'TC042/b.tif',
      size: 67_108_865,
      lastModified: 1_700_000_000_000,
      webkitRelativePath: '',
      key: 'acme/brains/TC042/b.tif',
      sponsorId: 'acme',
      userId: 'user-1',
      startedAt: 5_000,
      retries: 2,
      uploadId: 'up-1',
      mayBeComplete: true,
      tab: 'tab-1',
      queuedAt: 1_000,
      place: 1,
      handle: {},
    };
    const storedPart = {
      partNumber: 1,
      etag: '900150983CD24FB0D6963F7D28E17F72',
      md5: '900150983cd24fb0d6963f7d28e17f72',
      uploadId: 'up-1',
    };
    const tally = { kind: 'tally', tab: 'tab-1', sponsorId: 'acme', userId: 'user-1', done: 3, bytes: 30 };
    const parsed = parseResumeRecords(
      new Map<string, unknown>([
        ['file-1', stored],
        ['tally/tab-1/acme/user-1', tally],
      ]),
      new Map([['file-1/1', storedPart]]),
    );
    expect(parsed).toMatchObject({ tallies: [tally], unreadable: [], strayParts: [] });
    expect(parsed.entries[0]?.file).toMatchObject({
      newName: 'TC042/b.tif',
      startedAt: 5_000,
      progress: {
        phase: 'waiting',
        session: { uploadId: 'up-1', parts: [{ partNumber: 1 }], completionUncertain: true },
      },
    });
  });
});

describe('fileRecord', () => {
  const good = fileRecord(aFile(begun(1)), ORIGIN);

  it('contains no URL and no token', () => {
    expect(Object.keys(good).sort()).toEqual(
      ['kind', 'id', 'name', 'size', 'lastModified', 'webkitRelativePath', 'key', 'sponsorId', 'userId', 'retries']
        .concat(['uploadId', 'tab', 'queuedAt', 'place'])
        .sort(),
    );
  });
});

function failed(failure: Failure): UploadProgress {
  return { phase: 'failed', failure, session: { uploadId: 'up-1', parts: [] } };
}
