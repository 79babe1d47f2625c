import { omit } from '@data-manager/lib/omit';
import * as v from 'valibot';
import { etagMatches } from './checksums';
import { fileOfPart, FileRecord, partKey, PartRecord, TALLY_PREFIX, TallyRecord } from './resumeRecords';
import type { UploadedPart, UploadFile } from './upload';
import { partCount } from './uploadPlan';

/** A stored file as a waiting file, and the page that had it in its queue. */
interface ResumeEntry {
  readonly file: UploadFile;
  readonly tab: string;
}

/** The content of the resume store. */
export interface ParsedRecords {
  /** In the order in which they were queued. */
  readonly entries: readonly ResumeEntry[];
  readonly tallies: readonly TallyRecord[];
  /** Keys of unusable file records. */
  readonly unreadable: readonly string[];
  /** Keys of parts without a file, or of a lost upload. */
  readonly strayParts: readonly string[];
}

const StoredPart = v.pipe(
  PartRecord,
  v.check(({ etag, md5 }) => etagMatches(etag, md5)),
);

/** Validates the resume store. Unusable file records are reported; unusable parts are uploaded again. */
export function parseResumeRecords(
  records: ReadonlyMap<string, unknown>,
  parts: ReadonlyMap<string, unknown>,
): ParsedRecords {
  const files: FileRecord[] = [];
  const tallies: TallyRecord[] = [];
  const unreadable: string[] = [];
  for (const [key, record] of records) {
    const parsed = v.safeParse(key.startsWith(TALLY_PREFIX) ? TallyRecord : FileRecord, record);
    if (!parsed.success) unreadable.push(key);
    else if (parsed.output.kind === 'tally') tallies.push(parsed.output);
    else if (parsed.output.id === key) files.push(parsed.output);
    else unreadable.push(key);
  }
  files.sort((left, right) => left.queuedAt - right.queuedAt || left.place - right.place);
  const { held, strayParts } = assignParts(files, parts);
  const entries = files.map((file) => toEntry(file, held.get(file.id) ?? []));
  return { entries, tallies, unreadable, strayParts };
}

function toEntry(record: FileRecord, parts: readonly UploadedPart[]): ResumeEntry {
  const { size, reached, uploadId, mayBeComplete, tab } = record;
  const session = uploadId !== undefined && {
    uploadId,
    parts,
    ...(mayBeComplete && { completionUncertain: true as const }),
  };
  const file: UploadFile = {
    ...omit(record, 'kind', 'reached', 'uploadId', 'mayBeComplete', 'tab', 'queuedAt', 'place'),
    ...(reached !== undefined && { reached: Math.min(reached, size) }),
    progress: { phase: 'waiting', ...(session && { session }) },
  };
  return { file, tab };
}

type Begun = Pick<FileRecord, 'id' | 'size' | 'partSize' | 'uploadId'>;

/** Assigns the parts to their files. */
function assignParts(
  files: readonly Begun[],
  parts: ReadonlyMap<string, unknown>,
): { readonly held: ReadonlyMap<string, readonly UploadedPart[]>; readonly strayParts: readonly string[] } {
  const byId = new Map(files.map((file) => [file.id, file]));
  const held = new Map<string, UploadedPart[]>();
  const strayParts: string[] = [];
  for (const [key, record] of parts) {
    const file = byId.get(fileOfPart(key));
    const parsed = v.safeParse(StoredPart, record);
    if (file === undefined || !parsed.success || !isPartOf(file, key, parsed.output)) {
      strayParts.push(key);
      continue;
    }
    const known = held.get(file.id) ?? [];
    known.push(omit(parsed.output, 'uploadId'));
    held.set(file.id, known);
  }
  for (const list of held.values()) list.sort((left, right) => left.partNumber - right.partNumber);
  return { held, strayParts };
}

function isPartOf(file: Begun, key: string, { uploadId, partNumber }: PartRecord): boolean {
  return uploadId === file.uploadId && key === partKey(file.id, partNumber) && partNumber <= partCount(file);
}
