import type { Channel } from 'redux-saga';
import { belongsTo } from '../../domain/session/session';
import {
  addFileChanges,
  fileRecord,
  noChanges,
  tallyKey,
  type RecordChanges,
  type TallyRecord,
  type WrittenFile,
} from '../../domain/uploads/resumeRecords';
import { sessionOf, type UploadFile } from '../../domain/uploads/upload';
import { call, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { takeBatch } from '../uploads/takeBatch';
import type { WithUploads } from '../uploads/uploadsSelectors';
import { fileCompleted } from '../uploads/uploadsSlice';
import { filesOf, type JournalFact } from './journalFacts';
import { journalWords } from './journalWords';
import { writeJournal } from './writeJournal';

/** What this page has written into the journal. */
interface Kept {
  readonly files: Map<string, WrittenFile>;
  /** Of the queues that are not empty yet, by key. */
  readonly tallies: Map<string, TallyRecord>;
  placed: number;
}

/**
 * Keeps in the browser's database what the queue looks like, so that another page can go on with it. Facts say which
 * files to look at, the state says what is so: whatever came while a batch was written is in the next, and a small file
 * that came and went meanwhile is written once.
 */
export function* persistUploads(tab: string, facts: Channel<JournalFact>): SagaOf<void> {
  const ports = yield* getPorts();
  const kept: Kept = { files: new Map(), tallies: new Map(), placed: 0 };
  let isTold = false;
  for (;;) {
    const batch = yield* takeBatch(facts);
    const queue = yield* select((state: WithUploads) => state.uploads.files);
    const changes = noChanges();
    noteFiles(changes, kept, new Set(batch.flatMap(filesOf)), queue, { tab, queuedAt: ports.clock.now() });
    noteTallies(changes, kept, batch, queue, tab);
    const isWritten = yield* writeJournal(ports, changes);
    if (isWritten || isTold) continue;
    isTold = true;
    yield* call(ports.toast, journalWords.notKept, 'warning');
  }
}

function noteFiles(
  changes: RecordChanges,
  kept: Kept,
  touched: ReadonlySet<string>,
  queue: readonly UploadFile[],
  origin: { readonly tab: string; readonly queuedAt: number },
): void {
  const byId = new Map(queue.map((file) => [file.id, file]));
  for (const id of touched) {
    const before = kept.files.get(id);
    const file = byId.get(id);
    const record = file && fileRecord(file, before?.record ?? { ...origin, place: (kept.placed += 1) });
    const after = addFileChanges(changes, id, before, record, (file && sessionOf(file)?.parts) ?? []);
    if (after === undefined) kept.files.delete(id);
    else kept.files.set(id, after);
  }
}

/** How many files of each person's queue are done, until it is empty. */
function noteTallies(
  changes: RecordChanges,
  { tallies }: Kept,
  batch: readonly JournalFact[],
  queue: readonly UploadFile[],
  tab: string,
): void {
  const counted = new Set<string>();
  for (const { payload } of batch.filter(fileCompleted.match)) {
    const { sponsorId, userId } = payload.receipt;
    const key = tallyKey({ tab, sponsorId, userId });
    tallies.set(key, { kind: 'tally', tab, sponsorId, userId, done: (tallies.get(key)?.done ?? 0) + 1 });
    counted.add(key);
  }
  for (const [key, tally] of tallies) {
    if (queue.some((file) => belongsTo(file, tally))) {
      if (counted.has(key)) changes.records.push([key, tally]);
    } else {
      tallies.delete(key);
      changes.recordsGone.push(key);
    }
  }
}
