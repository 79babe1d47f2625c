import { matchSelection, type RechosenFile } from '../../domain/uploads/matchSelection';
import type { UploadFile } from '../../domain/uploads/upload';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { hasSameContent } from '../hasSameContent';
import { filesQueued } from '../uploads/uploadsSlice';
import type { FoundInResumeStore } from './findInterrupted';
import {
  resumingStarted,
  selectInterruptedFiles,
  selectionChecked,
  type RefusedFile,
  type SelectionResult,
  type WithInterrupted,
} from './interruptedSlice';

/** Resumes the interrupted files that are among the chosen ones. */
export function* resumeInterrupted(
  chosen: readonly RechosenFile[],
  { tallyKeys }: Pick<FoundInResumeStore, 'tallyKeys'>,
): SagaOf<void> {
  yield* put(resumingStarted());
  const interrupted = yield* select(selectInterruptedFiles);
  yield* put(selectionChecked(yield* queueMatches(interrupted, chosen, tallyKeys)));
}

/** Reopens the files by their handles, as far as the browser and the user permit, and resumes them. */
export function* reopenInterrupted({
  handles,
  tallyKeys,
}: Pick<FoundInResumeStore, 'handles' | 'tallyKeys'>): SagaOf<void> {
  const ports = yield* getPorts();
  yield* put(resumingStarted());
  const files = (yield* select(selectInterruptedFiles)).filter(({ id }) => handles.has(id));
  const results = yield* call(
    ports.reopenFiles,
    files.map(({ id, webkitRelativePath }) => ({ id, handle: handles.get(id), path: webkitRelativePath })),
  );
  const opened: UploadFile[] = [];
  const chosen: RechosenFile[] = [];
  for (const file of files) {
    const result = results.get(file.id);
    if (result?.kind !== 'opened') continue;
    const { size, lastModified } = result.file;
    const id = yield* call(ports.files.add, result.file);
    opened.push(file);
    chosen.push({ id, name: file.name, size, lastModified, webkitRelativePath: file.webkitRelativePath });
  }
  const missing = files.filter(({ id }) => results.get(id)?.kind === 'missing');
  const result = yield* queueMatches(opened, chosen, tallyKeys);
  yield* put(
    selectionChecked({
      ...result,
      forbidden: files.length - opened.length - missing.length,
      refused: [...result.refused, ...missing.map((file) => refuse(file, 'file-gone'))],
    }),
  );
}

/** Queues the interrupted files that match a chosen file, and releases the other chosen files. */
function* queueMatches(
  interrupted: readonly UploadFile[],
  chosen: readonly RechosenFile[],
  tallyKeys: readonly string[],
): SagaOf<SelectionResult> {
  const { files, records } = yield* getPorts();
  const { matched, changed, missing, foreign } = matchSelection(interrupted, chosen);
  const resumed: UploadFile[] = [];
  const refused = changed.map((file) => refuse(file, 'file-changed'));
  for (const { file, candidate } of matched) {
    const source = yield* call(files.get, candidate.id);
    if (source === undefined) continue;
    if (yield* hasSameContent(file, source)) {
      yield* call(files.keep, file.id, source);
      resumed.push(file);
    } else refused.push(refuse(file, 'file-changed'));
  }
  for (const { id } of chosen) yield* call(files.release, id);
  if (resumed.length > 0) {
    // From here on, this page counts the files that were completed before.
    const done = yield* select(({ interrupted: { done } }: WithInterrupted) => done);
    yield* put(filesQueued({ files: resumed, ...(done.files > 0 && { done }) }));
    if (tallyKeys.length > 0) yield* call(records('upload-journal').remove, tallyKeys);
  }
  return { resumed: resumed.length, missing: missing.length, foreign: foreign.length, forbidden: 0, refused };
}

function refuse({ id, name }: UploadFile, kind: 'file-changed' | 'file-gone'): RefusedFile {
  return { id, failure: { kind, fileName: name } };
}
