import { matchSelection, mostSent, type RechosenFile } from '@data-manager/domain/uploads/matchSelection';
import type { UploadFile } from '@data-manager/domain/uploads/upload';
import { call, put, select, type SagaOf } from '@data-manager/lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import { getRecords } from '../../platform/records/getRecords';
import { hasSameContent } from '../uploads/checkContent';
import { giveBack, takeOver } from '../uploads/takeOver';
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
import { toastElsewhere } from './toastElsewhere';

/** Resumes the interrupted files that are among the chosen files. */
export function* resumeInterrupted(
  tab: string,
  chosen: readonly RechosenFile[],
  found: Pick<FoundInResumeStore, 'tallyKeys' | 'origins'>,
): SagaOf<void> {
  yield* put(resumingStarted());
  const interrupted = yield* select(selectInterruptedFiles);
  yield* put(selectionChecked(yield* queueMatches(tab, interrupted, chosen, found)));
}

/** Reopens the files by their handles, as far as the browser and the user permit, and resumes them. */
export function* reopenInterrupted(
  tab: string,
  { handles, ...found }: Pick<FoundInResumeStore, 'handles' | 'tallyKeys' | 'origins'>,
): SagaOf<void> {
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
  const result = yield* queueMatches(tab, opened, chosen, found);
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
  tab: string,
  interrupted: readonly UploadFile[],
  chosen: readonly RechosenFile[],
  { tallyKeys, origins }: Pick<FoundInResumeStore, 'tallyKeys' | 'origins'>,
): SagaOf<SelectionResult> {
  const { files } = yield* getPorts();
  const { done, received = {} } = yield* select(({ interrupted: found }: WithInterrupted) => found);
  const { changed, missing, foreign, ...found } = matchSelection(interrupted, chosen, received);
  const matched = mostSent(found.matched);
  const candidates = new Map(matched.map(({ file, candidate }) => [file.id, candidate]));
  const begunElsewhere = matched.map(({ file }) => file).filter(({ id }) => id in received);
  const taken = [...(yield* takeOver(tab, origins, candidates.keys())), ...begunElsewhere];
  const resumed: UploadFile[] = [];
  const differing: UploadFile[] = [];
  for (const file of taken) {
    const source = yield* call(files.get, candidates.get(file.id)?.id ?? '');
    if (source !== undefined && (yield* hasSameContent(file, source))) {
      yield* call(files.keep, file.id, source);
      resumed.push(file);
    } else differing.push(file);
  }
  for (const { id } of chosen) yield* call(files.release, id);
  const differingIds = differing.map(({ id }) => id);
  yield* giveBack(tab, origins, differingIds);
  if (resumed.length > 0) {
    // From here on, this page counts the files that were completed before.
    yield* put(filesQueued({ files: resumed, ...(done.files > 0 && { done }) }));
    if (tallyKeys.length > 0) yield* call((yield* getRecords('upload-journal')).remove, tallyKeys);
  }
  const elsewhere = matched.length - taken.length;
  yield* toastElsewhere(elsewhere);
  return {
    resumed: resumed.length,
    missing: missing.length,
    foreign: foreign.length,
    forbidden: 0,
    elsewhere,
    refused: [...changed, ...differing].map((file) => refuse(file, 'file-changed')),
  };
}

function refuse({ id, name }: UploadFile, kind: 'file-changed' | 'file-gone'): RefusedFile {
  return { id, failure: { kind, fileName: name } };
}
