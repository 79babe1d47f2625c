import { omit } from '../../lib/omit';
import { sessionOf, type UploadedPart, type UploadFile } from './upload';

/** What the journal says of a file in the queue: enough to go on with it in another page. Holds no secret. */
export interface FileRecord extends Omit<UploadFile, 'progress'> {
  readonly kind: 'file';
  /** The server has begun it. */
  readonly uploadId?: string;
  /** The server was asked to complete it, and nothing tells whether it has. */
  readonly mayBeComplete?: true;
  /** The page that has it in its queue. */
  readonly tab: string;
  /** Milliseconds since 1970. */
  readonly queuedAt: number;
  /** Its place among those that this tab has queued. */
  readonly place: number;
}

/** What the journal says of one verified part. It counts only for the upload id that it was sent under. */
export interface PartRecord extends UploadedPart {
  readonly uploadId: string;
}

/** How many files of a queue are done, whose records are gone. */
export interface TallyRecord {
  readonly kind: 'tally';
  readonly tab: string;
  readonly sponsorId: string;
  readonly userId: string;
  readonly done: number;
}

/** What a page knows to stand in the journal of one of its files. */
export interface WrittenFile {
  readonly record: FileRecord;
  /** The parts' numbers, under the record's upload id. */
  readonly parts: ReadonlySet<number>;
}

/** How the journal has to change so that it says what is so. */
export interface RecordChanges {
  readonly records: (readonly [key: string, record: FileRecord | TallyRecord])[];
  readonly recordsGone: string[];
  readonly parts: (readonly [key: string, record: PartRecord])[];
  readonly partsGone: string[];
}

/** Nothing to change. */
export function noChanges(): RecordChanges {
  return { records: [], recordsGone: [], parts: [], partsGone: [] };
}

/** The key of a part's record. Parts have records of their own: a file may have 10,000. */
export function partKey(id: string, partNumber: number): string {
  return `${id}/${String(partNumber)}`;
}

/** What the keys of tallies begin with; the ids of files hold no slash. */
export const TALLY_PREFIX = 'tally/';

/** The key of a tally. */
export function tallyKey({ tab, sponsorId, userId }: Omit<TallyRecord, 'kind' | 'done'>): string {
  return TALLY_PREFIX + [tab, sponsorId, userId].join('/');
}

/** What the journal is to say of a file that it knows nothing of, or knows from before. */
export function fileRecord(file: UploadFile, origin: Pick<FileRecord, 'tab' | 'queuedAt' | 'place'>): FileRecord {
  const { tab, queuedAt, place } = origin;
  const session = sessionOf(file);
  // The person was told, but only the queue of this page knows that they were.
  const isOpen = file.progress.phase === 'failed' && file.progress.failure.kind === 'completion-unknown';
  return {
    kind: 'file',
    ...omit(file, 'progress'),
    ...(session === undefined ? {} : { uploadId: session.uploadId }),
    ...(session?.completionUncertain === true || isOpen ? { mayBeComplete: true } : {}),
    tab,
    queuedAt,
    place,
  };
}

/**
 * Adds what has to change for one file, and gives back what the journal then says of it.
 * @param before what it says now; undefined if nothing
 * @param record what it is to say; undefined for a file that has left the queue
 */
export function addFileChanges(
  changes: RecordChanges,
  id: string,
  before: WrittenFile | undefined,
  record: FileRecord | undefined,
  parts: readonly UploadedPart[],
): WrittenFile | undefined {
  const { uploadId } = record ?? {};
  const known = before?.record.uploadId === uploadId ? before?.parts : undefined;
  const after = new Set(uploadId === undefined ? [] : parts.map((part) => part.partNumber));
  for (const number of before?.parts ?? []) if (!after.has(number)) changes.partsGone.push(partKey(id, number));
  if (record === undefined) {
    if (before !== undefined) changes.recordsGone.push(id);
    return undefined;
  }
  if (before === undefined || !isSame(before.record, record)) changes.records.push([id, record]);
  for (const part of parts) {
    const isNews = uploadId !== undefined && known?.has(part.partNumber) !== true;
    if (isNews) changes.parts.push([partKey(id, part.partNumber), { ...part, uploadId }]);
  }
  return { record, parts: after };
}

/** Of one file, all but these stays as it is while the file is in the queue. */
function isSame(left: FileRecord, right: FileRecord): boolean {
  return (
    left.uploadId === right.uploadId &&
    left.mayBeComplete === right.mayBeComplete &&
    left.startedAt === right.startedAt &&
    left.retries === right.retries &&
    left.tab === right.tab
  );
}
