import { COMPARISON_GROUPS } from '@data-manager/domain/compare/comparedFiles';
import { isComparing } from '@data-manager/domain/compare/comparison';
import { countsText, GROUP_WORDS } from '@data-manager/domain/compare/comparisonTexts';
import { shownName } from '@data-manager/domain/names/shownName';
import { counted } from '@data-manager/lib/plural';
import { readFolder } from '../platform/folders/readFolder';
import { diskFolder } from '../platform/node/diskFolder';
import {
  cancelRequested,
  compareRequested,
  comparisonRemoved,
  selectComparison,
} from '../transfers/comparisons/comparisonsSlice';
import { comparisonWorkOf } from '../transfers/comparisons/comparisonWork';
import type { Context } from './context';
import { commandError, EXIT, type ExitCode } from './exitCode';
import { onAbort } from './onAbort';
import { findPlace } from './places';
import type { Session } from './session';

interface CompareRequest {
  /** An absolute path. */
  readonly folder: string;
  readonly path: string;
}

/** `dm compare FOLDER PATH`: done only if all files are identical. */
export async function compare(
  session: Session,
  { output, signal }: Context,
  { folder, path }: CompareRequest,
): Promise<ExitCode> {
  const { store, ports, sponsorId } = session;
  const { project, dataset, path: found } = await findPlace(session, path);
  const root = dataset === undefined ? project.title : `${project.title}/${dataset.dataset}`;
  const id = ports.random.uuid();
  const work = comparisonWorkOf(ports);
  work.addFiles(id, readFolder(diskFolder(folder)));
  store.dispatch(
    compareRequested({ id, path: `${sponsorId}/${found}`, rootPath: `${sponsorId}/${root}`, folderName: '' }),
  );
  const cancel = (): void => void store.dispatch(cancelRequested({ id }));
  onAbort(signal, cancel);
  output.progress('Comparing…');
  const end = await session.until((state) => {
    const comparison = selectComparison(state, id);
    if (comparison === undefined) return signal.aborted && 'stopped';
    return isComparing(comparison) ? undefined : comparison;
  });
  if (end === 'stopped') return EXIT.stopped;
  const { groups } = work.rowsOf(id);
  const removed = session.next(comparisonRemoved);
  cancel();
  await removed;
  if (end.phase !== 'done') throw commandError((end.phase === 'failed' && end.failure) || { kind: 'crashed' });
  for (const group of COMPARISON_GROUPS) {
    for (const { key, reason } of groups[group].rows) {
      if (group !== 'identical') output.line(`${GROUP_WORDS[group]}: ${shownName(key.slice(`${sponsorId}/`.length))}`);
      output.event(group, { key, reason });
    }
  }
  output.say(`${countsText(end)}.`);
  if (end.unreadable > 0) output.say(`${counted(end.unreadable, 'item')} could not be read.`);
  output.event('done', { ...end.counts, unreadable: end.unreadable });
  const isSame = COMPARISON_GROUPS.every((group) => group === 'identical' || end.counts[group] === 0);
  return isSame && end.unreadable === 0 ? EXIT.done : EXIT.failed;
}
