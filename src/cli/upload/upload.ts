import type { Failure } from '@data-manager/domain/failures/failure';
import { nameInText, shownName } from '@data-manager/domain/names/shownName';
import { listCards } from '@data-manager/domain/preflight/worklist';
import { isTaken } from '@data-manager/domain/uploads/upload';
import { pauseOf } from '@data-manager/domain/uploads/uploadQueue';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { counted } from '@data-manager/lib/plural';
import type { AppStore } from '../../app/createAppStore';
import { describeCard } from '../../features/preflight/cards/describeCard';
import { uploadChoice } from '../../features/preflight/result/uploadChoice';
import { requestFiles } from '../../features/preflight/rows/requestFiles';
import { rowsToSend, type CheckedRow } from '../../features/preflight/rows/rows';
import { noImagesText } from '../../features/preflight/rows/rowTexts';
import {
  discardRequested,
  filesDiscarded,
  resumeRequested,
  selectInterruptedFiles,
  selectionChecked,
} from '../../transfers/interrupted/interruptedSlice';
import {
  selectAllUploads,
  selectFailedUploads,
  selectHasWork,
  selectIsPausing,
  selectUploadsSummary,
} from '../../transfers/uploads/uploadsSelectors';
import { fileCompleted, fileSetAside, pauseRequested, uploadRequested } from '../../transfers/uploads/uploadsSlice';
import type { Context } from '../context';
import { codeOf, EXIT, failureText, REFUSED_TEXT, type ExitCode } from '../exitCode';
import { onAbort } from '../onAbort';
import type { Output } from '../output';
import { findUploadPlace, keepSeals, listFiles } from '../places';
import type { Session } from '../session';
import { checkFolder, decide, leaveOutProblems, type CheckedFolder, type Decisions } from './checkFolder';

const PROGRESS_MS = 200;

interface UploadRequest {
  /** An absolute path. */
  readonly folder: string;
  readonly path: string;
  readonly decisions: Decisions;
}

/** `dm upload FOLDER PATH`: checks the files of a folder as the upload screen does, and uploads them. */
export async function upload(
  session: Session,
  context: Context,
  { folder, path, decisions }: UploadRequest,
): Promise<ExitCode> {
  const { output, signal } = context;
  const { ports } = session;
  const place = await findUploadPlace(session, path);
  const entries = await listFiles(session, place);
  output.progress('Checking the files…');
  const checked = await checkFolder(folder, place, entries, ports, signal);
  if (!signal.aborted) await decide(checked, decisions, ports, signal);
  if (signal.aborted) return EXIT.stopped;
  reportProblems(checked, output);
  const skipped = decisions.skipProblems ? leaveOutProblems(checked) : 0;
  if (skipped > 0) output.say(`${counted(skipped, 'file')} with problems left out.`);
  const rows = checked.rows();
  if (listCards(rows).some(({ blocks }) => blocks)) {
    output.say('Nothing was uploaded. Repair the files, or decide with --rename, --skip-problems or --yes.');
    return EXIT.failed;
  }
  const keys = rowsToSend(rows).map(({ key }) => key);
  if (!decisions.yes) await keepSeals(session, place, keys);
  await request(session, output, checked, rows);
  const code = await finishUploads(session, context);
  return code === EXIT.done && checked.draft.choice.unreadable > 0 ? EXIT.failed : code;
}

/** Prints the cards of the upload screen. */
function reportProblems({ draft, rows: findRows, checksums, sumFaults }: CheckedFolder, output: Output): void {
  const rows = findRows();
  for (const card of listCards(rows)) {
    const { title, text, files, pairs = [] } = describeCard(card, true);
    const listed = [...files, ...pairs.flatMap((pair) => pair.files)];
    output.say(`${title}. ${text}`);
    for (const { name, newName, note } of listed) {
      const rest = [
        ...(newName === undefined ? [] : [`→ ${nameInText(newName)}`]),
        ...(note === undefined ? [] : [`(${note})`]),
      ];
      output.say(`  ${[nameInText(name), ...rest].join(' ')}`);
    }
    const names = listed.map(({ name, newName, note }) => ({ name, newName, note }));
    output.event('problem', { kind: card.kind, blocks: card.blocks, title, text, files: names });
  }
  const noImages = rows.filter(({ isNoImage }) => isNoImage);
  if (noImages.length > 0) {
    output.say(`${noImagesText(noImages.length)}:`);
    for (const { path } of noImages) output.say(`  ${nameInText(path)}`);
    output.event('leftOut', { reason: 'noImage', paths: noImages.map(({ path }) => path) });
  }
  for (const { path, from } of checksums.missing) {
    output.say(`${nameInText(path)} is named in ${nameInText(from)} and not there.`);
    output.event('missing', { path, from });
  }
  for (const { path, from } of sumFaults) {
    output.say(`${nameInText(path)} is the same here and on the server, and differs from ${nameInText(from)}.`);
    output.event('differs', { path, from });
  }
  const { unreadable } = draft.choice;
  if (unreadable > 0) output.say(`${counted(unreadable, 'item')} could not be read.`);
}

/** Resumes what was interrupted of these files, and requests the others. */
async function request(
  session: Session,
  output: Output,
  { draft, target, checksums }: CheckedFolder,
  rows: readonly CheckedRow[],
) {
  const { store, ports } = session;
  const sending = rowsToSend(rows);
  const resumed = await resume(session, output, sending);
  const { files, damaged } = requestFiles(
    sending.filter(({ key }) => !resumed.has(key)),
    target,
    checksums.sums,
    ports.files.add,
  );
  if (files.length === 0) return;
  const choice = uploadChoice(rows, draft.choice, damaged);
  store.dispatch(uploadRequested({ keyPrefix: target.keyPrefix, files, choice }));
}

/** Resumes interrupted uploads of these files, and discards those of files that have changed. Returns the resumed keys. */
async function resume(session: Session, output: Output, sending: readonly CheckedRow[]): Promise<ReadonlySet<string>> {
  const { store, ports } = session;
  await session.found;
  const wanted = new Map(sending.map((row) => [row.key, row]));
  const interrupted = selectInterruptedFiles(store.getState()).filter(({ key }) => wanted.has(key));
  if (interrupted.length === 0) return new Set();
  const files = interrupted.flatMap(({ key }) => {
    const row = wanted.get(key);
    if (row === undefined) return [];
    const { file, relativePath, size, lastModified } = row;
    return [{ id: ports.files.add(file), name: file.name, size, lastModified, webkitRelativePath: relativePath }];
  });
  const checked = session.next(selectionChecked);
  store.dispatch(resumeRequested({ files }));
  await checked;
  const resumed = selectAllUploads(store.getState());
  output.event('resumed', { files: resumed.length, bytes: selectUploadsSummary(store.getState()).sent });
  const queued = new Set(resumed.map(({ key }) => key));
  const { received = {} } = store.getState().interrupted;
  const left = interrupted.filter(({ id, key }) => !queued.has(key) && !(id in received)).map(({ id }) => id);
  if (left.length > 0) {
    const discarded = session.next(filesDiscarded);
    store.dispatch(discardRequested({ ids: left }));
    await discarded;
  }
  return queued;
}

/** Waits until the queue is empty, paused or without a session, and reports what has become of its files. */
export async function finishUploads(session: Session, { output, signal }: Context): Promise<ExitCode> {
  const { store } = session;
  const files = new Map(selectAllUploads(store.getState()).map((file) => [file.id, file]));
  if (files.size === 0) output.say('There is nothing to upload.');
  const total = files.size;
  let uploaded = 0;
  let shownAt = 0;
  session.onAction((action) => {
    if (fileCompleted.match(action)) {
      const { key, size, checksum } = action.payload.receipt;
      uploaded += 1;
      output.event('uploaded', { key, size, checksum });
    } else if (fileSetAside.match(action)) {
      const { id, failure } = action.payload;
      const { key = '' } = files.get(id) ?? {};
      output.say(`${nameInText(key)}: ${failureText(failure)}`);
      output.event('failed', { key, kind: failure.kind });
    }
    const now = performance.now();
    if (now - shownAt < PROGRESS_MS) return;
    shownAt = now;
    const { percent, sent, total: bytes } = selectUploadsSummary(store.getState());
    output.progress(
      `${String(percent)} %  ${formatBytes(sent, 'en')} of ${formatBytes(bytes, 'en')}  ${String(uploaded)} of ${counted(total, 'file')}`,
    );
  });
  onAbort(signal, () => void store.dispatch(pauseRequested()));
  const end = await session.until(selectEnd);
  const left = selectAllUploads(store.getState()).length;
  const failed = selectFailedUploads(store.getState());
  const failures = failed.flatMap(({ progress }) => (progress.phase === 'failed' ? progress.failure : []));
  const fault = end.kind === 'paused' ? end.fault : undefined;
  output.event('done', { uploaded, failed: failed.length, left });
  switch (end.kind) {
    case 'signedOut':
      output.say(`${REFUSED_TEXT} What is left can be resumed: dm resume`);
      return EXIT.refused;
    case 'paused':
      if (fault !== undefined && !failures.some(({ kind }) => kind === fault.kind)) output.say(failureText(fault));
      output.say(`${counted(left, 'file')} left. They can be resumed: dm resume`);
      return signal.aborted ? EXIT.stopped : codeOf(fault ? [fault] : []);
    case 'ended':
      if (total > 0) output.say(`${counted(uploaded, 'file')} uploaded.`);
      for (const { key } of failed.filter(isTaken))
        output.say(`${shownName(key)} has appeared on the server meanwhile.`);
      return failed.length > 0 ? codeOf(failures) : EXIT.done;
  }
}

type State = ReturnType<AppStore['getState']>;

type End =
  { readonly kind: 'ended' } | { readonly kind: 'signedOut' } | { readonly kind: 'paused'; readonly fault?: Failure };

function selectEnd(state: State): End | undefined {
  if (state.session.status === 'loggedOut') return { kind: 'signedOut' };
  const paused = pauseOf(state.uploads.status);
  if (paused === undefined) return selectHasWork(state) ? undefined : { kind: 'ended' };
  // Parts that are nearly sent are finished first.
  return selectIsPausing(state) ? undefined : paused;
}
