import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { hasProgress } from '@data-manager/domain/compare/comparison';
import type { TotalDecision } from '@data-manager/domain/compare/comparisonResult';
import { usePorts } from '../../platform/portsContext';
import type { FoundBatch, FoundFile } from '../../platform/reading/readFiles';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import {
  cancelRequested,
  compareRequested,
  dismissRequested,
  pauseRequested,
  resumeRequested,
  selectComparisonWith,
  type WithComparisons,
} from '../../transfers/comparisons/comparisonsSlice';
import { comparisonWorkOf } from '../../transfers/comparisons/comparisonWork';
import { useFolderAccess } from '../../ui/useFolderAccess';

/** The files of a result, and the user's decisions about them. */
export interface ResultAccess {
  /** Returns the chosen file of a row. */
  readonly fileAt: (index: number) => FoundFile | undefined;
  /** Keeps different files as they are on the server, or no longer does. */
  readonly keep: (keys: readonly string[], isKept: boolean) => void;
  readonly decideTotal: (path: string, decision: TotalDecision) => void;
}

/** Returns the user's comparison with a path, which continues while another screen is shown. */
export function useComparison(path: string, rootPath: string) {
  const ports = usePorts();
  const dispatch = useDispatch();
  const mayRead = useFolderAccess('read');
  const store = useStore<WithSession>();
  // The page is mounted again for another user, and stays while the session is lost.
  const [owner] = useState(() => selectSessionOwner(store.getState()));
  const comparison = useSelector((state: WithComparisons) => selectComparisonWith(state, path, owner));
  const work = comparisonWorkOf(ports);
  const id = comparison?.id ?? '';
  const rows = useSyncExternalStore(work.subscribe, () => work.rowsOf(id));
  const result = useMemo(
    () =>
      comparison !== undefined && hasProgress(comparison) && work.hasFiles(id) ? { ...comparison, ...rows } : undefined,
    [comparison, rows, work, id],
  );
  // What the user sees needs no row in the list of transfers.
  const isSeen = result?.phase === 'done' && result.isDismissed !== true;
  useEffect(() => {
    if (isSeen) dispatch(dismissRequested({ id }));
  }, [isSeen, dispatch, id]);
  return {
    /** Undefined before a folder is chosen. */
    comparison,
    /** Undefined until the names are compared on this page. */
    result,
    access: {
      fileAt: (index) => work.fileAt(id, index),
      keep: (keys, isKept) => work.keep(id, keys, isKept),
      decideTotal: (dataset, decision) => work.decideTotal(id, dataset, decision),
    } satisfies ResultAccess,
    /** Compares other files. Ends the current comparison. */
    choose: (batches: AsyncIterable<FoundBatch>) => {
      const chosen = ports.random.uuid();
      work.addFiles(chosen, batches);
      dispatch(compareRequested({ id: chosen, path, rootPath, folderName: '' }));
    },
    /** Lets the user choose a folder that can be opened again after a reload. */
    chooseFolder: async () => {
      const folder = await ports.folders.choose('read');
      if (folder === undefined) return;
      const { folderId, name: folderName } = folder;
      dispatch(compareRequested({ id: ports.random.uuid(), path, rootPath, folderId, folderName }));
    },
    /** Continues a paused comparison, or repeats one that has ended. */
    resume: async () => {
      if (comparison !== undefined && (await mayRead(comparison))) dispatch(resumeRequested({ id }));
    },
    /** Pauses the comparison if it has a result, and removes it otherwise. */
    stop: () => dispatch(comparison?.phase === 'hashing' ? pauseRequested({ id }) : cancelRequested({ id })),
  };
}
