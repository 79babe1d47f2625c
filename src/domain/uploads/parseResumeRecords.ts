import { omit } from '@data-manager/lib/omit';
import * as v from 'valibot';
import { Count, Md5, Text } from '../storedValues';
import { etagMatches } from './checksums';
import { fileOfPart, partKey, TALLY_PREFIX, type PartRecord, type TallyRecord } from './resumeRecords';
import { replaceCondition, type UploadedPart, type UploadFile } from './upload';
import { partCount, UPLOAD_MAX_BYTES } from './uploadPlan';

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

const Time = v.pipe(v.number(), v.finite());

const StoredFile = v.pipe(
  v.object({
    kind: v.literal('file'),
    id: Text,
    name: Text,
    newName: v.exactOptional(Text),
    size: v.pipe(Count, v.maxValue(UPLOAD_MAX_BYTES)),
    lastModified: Time,
    webkitRelativePath: v.string(),
    key: Text,
    sponsorId: Text,
    userId: Text,
    onlyIfAbsent: v.exactOptional(v.literal(true)),
    replaces: v.exactOptional(Text),
    startedAt: v.exactOptional(Time),
    retries: v.fallback(Count, 0),
    reached: v.exactOptional(Count),
    uploadId: v.exactOptional(Text),
    mayBeComplete: v.exactOptional(v.literal(true)),
    tab: Text,
    queuedAt: Time,
    place: Count,
  }),
  v.check(({ key, sponsorId }) => key.startsWith(`${sponsorId}/`)),
);

type StoredFile = v.InferOutput<typeof StoredFile>;

const StoredPart: v.GenericSchema<unknown, PartRecord> = v.pipe(
  v.object({
    uploadId: Text,
    partNumber: v.pipe(Count, v.minValue(1)),
    etag: Text,
    md5: Md5,
    sample: v.exactOptional(v.object({ at: Count, md5: Md5 })),
  }),
  v.check(({ etag, md5 }) => etagMatches(etag, md5)),
);

const StoredTally: v.GenericSchema<unknown, TallyRecord> = v.object({
  kind: v.literal('tally'),
  tab: Text,
  sponsorId: Text,
  userId: Text,
  done: Count,
  bytes: v.fallback(Count, 0),
});

/** Validates the resume store. Unusable file records are reported; unusable parts are uploaded again. */
export function parseResumeRecords(
  records: ReadonlyMap<string, unknown>,
  parts: ReadonlyMap<string, unknown>,
): ParsedRecords {
  const files: StoredFile[] = [];
  const tallies: TallyRecord[] = [];
  const unreadable: string[] = [];
  for (const [key, record] of records) {
    const parsed = v.safeParse(key.startsWith(TALLY_PREFIX) ? StoredTally : StoredFile, record);
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

function toEntry(
  { id, name, newName, size, lastModified, webkitRelativePath, key, sponsorId, userId, ...rest }: StoredFile,
  parts: readonly UploadedPart[],
): ResumeEntry {
  const { startedAt, retries, reached, uploadId, mayBeComplete, tab } = rest;
  const session = uploadId !== undefined && {
    uploadId,
    parts,
    ...(mayBeComplete && { completionUncertain: true as const }),
  };
  const file: UploadFile = {
    ...{ id, name, size, lastModified, webkitRelativePath, key, sponsorId, userId, retries },
    ...(newName !== undefined && { newName }),
    ...replaceCondition(rest),
    ...(startedAt !== undefined && { startedAt }),
    ...(reached !== undefined && { reached: Math.min(reached, size) }),
    progress: { phase: 'waiting', ...(session && { session }) },
  };
  return { file, tab };
}

interface Begun {
  readonly id: string;
  readonly size: number;
  readonly uploadId?: string;
}

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

function isPartOf({ id, size, uploadId }: Begun, key: string, part: PartRecord): boolean {
  return part.uploadId === uploadId && key === partKey(id, part.partNumber) && part.partNumber <= partCount(size);
}
