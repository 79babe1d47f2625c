import type { Failure } from '../../domain/failures/failure';
import { matchSelection, type RechosenFile } from '../../domain/uploads/matchSelection';
import type { UploadFile } from '../../domain/uploads/upload';
import { call, put, select, type SagaOf } from '../../lib/typedEffects';
import { getPorts } from '../../platform/getPorts';
import type { Ports } from '../../platform/ports';
import { filesQueued } from '../uploads/uploadsSlice';
import { hasSameContent } from './hasSameContent';
import { selectInterruptedFiles } from './interruptedSelectors';
import { resumingStarted, selectionChecked, type RefusedFile, type SelectionResult } from './interruptedSlice';

/** Goes on with the files that were chosen again; what does not fit stays interrupted, and is told. */
export function* resumeInterrupted(chosen: readonly RechosenFile[]): SagaOf<void> {
  yield* put(resumingStarted());
  const interrupted = yield* select(selectInterruptedFiles);
  yield* put(selectionChecked(yield* goOn(interrupted, chosen)));
}

/** Has the browser open the files, as far as it can and may, and goes on with them. */
export function* reopenInterrupted(handles: ReadonlyMap<string, unknown>): SagaOf<void> {
  const ports = yield* getPorts();
  yield* put(resumingStarted());
  const files = (yield* select(selectInterruptedFiles)).filter(({ id }) => handles.has(id));
  const wanted = files.map(({ id, webkitRelativePath }) => ({ id, handle: handles.get(id), path: webkitRelativePath }));
  const results = yield* call(ports.reopenFiles, wanted);
  const opened = files.filter(({ id }) => results.get(id)?.kind === 'opened');
  const gone = files.filter(({ id }) => results.get(id)?.kind === 'missing');
  const chosen = opened.flatMap((file) => {
    const result = results.get(file.id);
    return result?.kind === 'opened' ? [toChosen(file, result.file, ports)] : [];
  });
  const result = yield* goOn(opened, chosen);
  yield* put(
    selectionChecked({
      ...result,
      forbidden: files.length - opened.length - gone.length,
      refused: [...result.refused, ...gone.map((file) => refuse(file, 'file-gone'))],
    }),
  );
}

function toChosen({ name, webkitRelativePath }: UploadFile, file: File, { files }: Ports): RechosenFile {
  return { id: files.add(file), name, size: file.size, lastModified: file.lastModified, webkitRelativePath };
}

function* goOn(interrupted: readonly UploadFile[], chosen: readonly RechosenFile[]): SagaOf<SelectionResult> {
  const ports = yield* getPorts();
  const { matched, changed, missing, foreign } = matchSelection(interrupted, chosen);
  const proven: UploadFile[] = [];
  const refused = changed.map((file) => refuse(file, 'file-changed'));
  for (const { file, candidate } of matched) {
    const source = ports.files.get(candidate.id);
    if (source === undefined) continue;
    if (yield* hasSameContent(ports, file, source)) {
      ports.files.keep(file.id, source);
      proven.push(file);
    } else refused.push(refuse(file, 'file-changed'));
  }
  for (const { id } of chosen) ports.files.release(id);
  if (proven.length > 0) yield* put(filesQueued({ files: proven }));
  const resumed = proven.length;
  return { resumed, missing: missing.length, foreign: foreign.length, forbidden: 0, refused };
}

function refuse({ id, name }: UploadFile, kind: 'file-changed' | 'file-gone'): RefusedFile {
  const failure: Failure = { kind, fileName: name };
  return { id, failure };
}
