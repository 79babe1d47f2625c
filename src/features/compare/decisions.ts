import { createContext, useContext, type ReactNode } from 'react';
import type { ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import type { ComparisonOutcome } from '@data-manager/domain/compare/comparisonOutcome';
import type { FileEntry, ImageProblem } from '@data-manager/domain/listing/fileListing';

/** The decisions about different files, and what they need to know. */
interface Decisions {
  /** What has become of the files since they were compared. */
  readonly states: ComparisonOutcome['states'];
  /** By key: why files of the folder are not complete images. */
  readonly damaged: ReadonlyMap<string, ImageProblem>;
  readonly mayReplace: (file: ComparedFile) => boolean;
  readonly replace: (files: readonly ComparedFile[]) => void;
  readonly keep: (files: readonly ComparedFile[], isKept: boolean) => void;
  /** Returns the file on the user's disk. */
  readonly localFile: (file: ComparedFile) => File | undefined;
  /** Renders the picture of a file on the server. */
  readonly renderPicture: (entry: FileEntry) => ReactNode;
}

const DecisionsContext = createContext<Decisions | undefined>(undefined);

/** Gives the decisions to the rows of a table. The columns stay the same when they change. */
export const DecisionsProvider = DecisionsContext.Provider;

export function useDecisions(): Decisions {
  const decisions = useContext(DecisionsContext);
  if (decisions === undefined) throw new Error('There is no DecisionsProvider.');
  return decisions;
}
