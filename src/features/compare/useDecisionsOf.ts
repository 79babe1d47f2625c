import { useDeferredValue, useMemo, type ComponentProps, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { canReplace, uploadRelativePath, type ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import { comparisonOutcome, type ComparisonOutcome } from '@data-manager/domain/compare/comparisonOutcome';
import type { ComparisonResult } from '@data-manager/domain/compare/comparisonResult';
import type { FileEntry, ImageProblem } from '@data-manager/domain/listing/fileListing';
import type { Arrivals } from '@data-manager/domain/uploads/arrivals';
import { replaceConditionFor } from '@data-manager/domain/uploads/upload';
import { useListing } from '../../api/files';
import { usePorts } from '../../platform/portsContext';
import { uploadRequested } from '../../transfers/uploads/uploadsSlice';
import type { DecisionsProvider } from './decisions';
import type { ResultAccess } from './useComparison';

const NOTHING_HAPPENED: ComparisonOutcome = {
  states: new Map(),
  different: [],
  replaceable: [],
  onlyLocal: [],
  replaced: 0,
  uploaded: 0,
  kept: 0,
  arriving: 0,
  failed: 0,
};

/** Returns what has happened since the files were compared. Nothing has while contents are compared. */
export function useOutcome(latest: ComparisonResult, rootPath: string, arrivals: Arrivals): ComparisonOutcome {
  const result = useDeferredValue(latest);
  const listing = useDeferredValue(useListing(rootPath).listing);
  const arrived = useDeferredValue(arrivals);
  return useMemo(
    () => (result.phase === 'hashing' ? NOTHING_HAPPENED : comparisonOutcome(result, listing, arrived, rootPath)),
    [result, listing, arrived, rootPath],
  );
}

interface DecisionOptions {
  readonly access: ResultAccess;
  readonly rootPath: string;
  readonly states: ComparisonOutcome['states'];
  /** By key: why files of the folder are not complete images. */
  readonly damaged: ReadonlyMap<string, ImageProblem>;
  readonly renderPicture: (entry: FileEntry) => ReactNode;
  /** Asks before a change of these paths breaks a seal. */
  readonly ask: (paths: readonly string[], change: () => void) => void;
}

/** Returns the decisions about different files, for the rows of the table. */
export function useDecisionsOf(
  options: DecisionOptions,
): NonNullable<ComponentProps<typeof DecisionsProvider>['value']> {
  const { access, rootPath, states, damaged, renderPicture, ask } = options;
  const { files } = usePorts();
  const dispatch = useDispatch();
  const found = ({ local }: ComparedFile) => local && access.fileAt(local.index);
  const keyPrefix = rootPath.slice(rootPath.indexOf('/') + 1);
  const replace = (replaced: readonly ComparedFile[]) => {
    const uploads = replaced.flatMap((row) => {
      const one = found(row);
      if (one === undefined) return [];
      const { file, size, lastModified } = one;
      const webkitRelativePath = uploadRelativePath(row, one, rootPath);
      const chosen = { id: files.add(file), name: file.name, size, lastModified, webkitRelativePath };
      return [{ ...chosen, ...replaceConditionFor(row.server) }];
    });
    access.keep(
      replaced.map(({ key }) => key),
      false,
    );
    dispatch(uploadRequested({ keyPrefix, files: uploads }));
  };
  return {
    states,
    damaged,
    renderPicture,
    mayReplace: (file) => canReplace(file, rootPath),
    localFile: (file) => found(file)?.file,
    keep: (kept, isKept) =>
      access.keep(
        kept.map(({ key }) => key),
        isKept,
      ),
    replace: (replaced) =>
      ask(
        replaced.flatMap(({ server }) => server?.key ?? []),
        () => replace(replaced),
      ),
  };
}
