import fc from 'fast-check';
import { UPLOAD_PART_BYTES } from '../../../src/domain/constants';
import type { Failure } from '../../../src/domain/failures/failure';
import { md5OfText } from '../../../src/domain/uploads/checksums';
import { parseResumeRecords } from '../../../src/domain/uploads/parseResumeRecords';
import {
  addFileChanges,
  fileRecord,
  noChanges,
  partKey,
  type PartRecord,
  type WrittenFile,
} from '../../../src/domain/uploads/resumeRecords';
import { sessionOf, type UploadedPart, type UploadFile, type UploadProgress } from '../../../src/domain/uploads/upload';
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

/** The journal as the browser keeps it, over the files of one page. */
function createJournal() {
  const records = new Map<string, unknown>();
  const parts = new Map<string, unknown>();
  const known = new Map<string, WrittenFile>();
  return {
    records,
    parts,
    /** The file is so now; undefined for one that has left the queue. Gives how many records that changed. */
    note: (id: string, file: UploadFile | undefined, origin = ORIGIN): number => {
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

describe('the journal', () => {
  it('brings a file back as one that waits with the parts that the server has', () => {
    const journal = createJournal();
    const file = aFile(begun(2, 1), { startedAt: 5_000, retries: 2, newName: 'TC042/b.tif' });
    journal.note('file-1', file);
    const session = { uploadId: 'up-1', parts: [aPart(1), aPart(2)] };
    expect(journal.read()).toEqual({
      entries: [{ tab: 'tab-1', file: { ...file, progress: { phase: 'waiting', session } } }],
      tallies: [],
      unreadable: [],
      strayParts: [],
    });
  });

  it('gives the files in the order in which they were queued, whatever their keys', () => {
    const journal = createJournal();
    const waiting: UploadProgress = { phase: 'waiting' };
    journal.note('c', aFile(waiting, { id: 'c' }), { ...ORIGIN, place: 2 });
    journal.note('b', aFile(waiting, { id: 'b' }), { ...ORIGIN, place: 10 });
    journal.note('a', aFile(waiting, { id: 'a' }), { ...ORIGIN, queuedAt: 2_000, place: 0 });
    expect(journal.read().entries.map(({ file }) => file.id)).toEqual(['c', 'b', 'a']);
  });

  it('writes one record for each further part, not the whole file again', () => {
    const journal = createJournal();
    journal.note('file-1', aFile(begun(1, 2, 3)));
    expect(journal.note('file-1', aFile(begun(1, 2, 3, 4)))).toBe(1);
    expect(journal.note('file-1', aFile(begun(1, 2, 3, 4)))).toBe(0);
  });

  it('holds nothing of a file that has left the queue', () => {
    const journal = createJournal();
    journal.note('file-1', aFile(begun(1, 2)));
    journal.note('file-1', undefined);
    expect([...journal.records, ...journal.parts]).toEqual([]);
  });

  it('lets go of the parts of an upload that the server has lost', () => {
    const journal = createJournal();
    journal.note('file-1', aFile(begun(1, 2)));
    journal.note(
      'file-1',
      aFile({ phase: 'uploading', session: { uploadId: 'up-2', parts: [aPart(1)] }, inFlight: {} }),
    );
    expect(journal.read()).toMatchObject({
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
    ['failed because nobody knows whether it is complete', failed({ kind: 'completion-unknown', fileName: 'a' }), true],
    ['failed otherwise', failed({ kind: 'etag-hidden' }), undefined],
  ])('knows that a file may be complete: one that %s', (_fact, progress, completionUncertain) => {
    const journal = createJournal();
    journal.note('file-1', aFile(progress));
    expect(sessionOf(journal.read().entries[0]!.file)?.completionUncertain).toBe(completionUncertain);
  });

  it('says what is so after any story of several files', () => {
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
        const journal = createJournal();
        const queue = new Map<string, UploadFile>();
        for (const [id, now] of steps) {
          const file = now && aFile(now, { id });
          journal.note(id, file);
          if (file === undefined) queue.delete(id);
          else queue.set(id, file);
        }
        const { entries, strayParts, unreadable } = journal.read();
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
});

describe('a stored record', () => {
  const good = fileRecord(aFile(begun(1)), ORIGIN);
  const goodPart: PartRecord = { ...aPart(1), uploadId: 'up-1' };

  it.each<[string, unknown]>([
    ['is no object', 'TC042'],
    ['lacks its key', { ...good, key: undefined }],
    ['stands below another sponsor', { ...good, key: 'globex/brains/a.tif' }],
    ['has no size', { ...good, size: -1 }],
    ['is of another file', { ...good, id: 'file-2' }],
    ['is of another kind', { ...good, kind: 'folder' }],
  ])('that %s is left out and named, and the others stay', (_fault, record) => {
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
    ['of an upload id from before', partKey('file-1', 1), { ...goodPart, uploadId: 'up-0' }],
    ['whose ETag is not its MD5', partKey('file-1', 1), { ...goodPart, etag: md5OfText('other') }],
    ['that the file does not have', partKey('file-1', 6), { ...goodPart, partNumber: 6 }],
    ['under a key of another part', partKey('file-1', 2), goodPart],
    ['of no file', partKey('file-2', 1), goodPart],
    ['that is no part', partKey('file-1', 1), null],
  ])('of a part %s does not count as sent', (_fault, key, part) => {
    const { entries, strayParts } = parseResumeRecords(new Map([['file-1', good]]), new Map([[key, part]]));
    expect(sessionOf(entries[0]!.file)).toEqual({ uploadId: 'up-1', parts: [] });
    expect(strayParts).toEqual([key]);
  });

  it('of a part that is good counts', () => {
    const { entries } = parseResumeRecords(new Map([['file-1', good]]), new Map([[partKey('file-1', 1), goodPart]]));
    expect(sessionOf(entries[0]!.file)?.parts).toEqual([aPart(1)]);
  });

  it('holds nothing secret: no address, no token', () => {
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
