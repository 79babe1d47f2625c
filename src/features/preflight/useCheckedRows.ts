import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { createGapMarker } from '@data-manager/domain/completeness/gapMarks';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import type { RowKind } from '@data-manager/domain/preflight/rowKinds';
import {
  forecastFolders,
  sectionTotals,
  type FolderForecast,
  type PlannedDataset,
  type SectionTotals,
} from '@data-manager/domain/uploads/uploadForecast';
import { createRowChecker, validateName } from './checkRows';
import {
  createFindForeign,
  createRowKeyer,
  filesByKey,
  isSkipped,
  rowsToSend,
  type ChosenRow,
  type KeyedRow,
  type ServerListing,
  type UploadTarget,
} from './rows';

const NO_ROWS: readonly KeyedRow[] = [];
const NO_FORECASTS: readonly FolderForecast[] = [];
const NOTHING_ASSESSED: AssessedRows = { rows: NO_ROWS, forecasts: NO_FORECASTS };

interface RowsToCheck {
  readonly rows: readonly ChosenRow[];
  /** More files are being read. */
  readonly expectsMore: boolean;
  readonly target: UploadTarget;
  readonly listing: ServerListing;
  readonly datasets: readonly PlannedDataset[];
  /** The user's input. */
  readonly totalSections: number | undefined;
}

/** Checks the chosen files against each other, the server and the metadata. */
export function useCheckedRows({ rows: chosen, expectsMore, target, listing, datasets, totalSections }: RowsToCheck) {
  const keyRows = useMemo(() => createRowKeyer(target), [target]);
  const checkRows = useMemo(() => createRowChecker(), []);
  const { sponsorId, keyPrefix } = target;
  const totals = useMemo(
    () => sectionTotals(datasets, { place: `${sponsorId}/${keyPrefix}`, sections: totalSections }),
    [datasets, sponsorId, keyPrefix, totalSections],
  );
  const keyed = useMemo(() => keyRows(chosen), [chosen, keyRows]);
  const findForeign = useMemo(() => createFindForeign(datasets), [datasets]);
  const serverFiles = useMemo(() => filesByKey(listing), [listing]);
  const isListed = listing.status !== 'loading';
  // While files are being read, the unread ones would count as missing, so the previous rows are used.
  const [previous, setPrevious] = useState(NO_ROWS);
  const settled = !expectsMore && isListed ? keyed : previous;
  if (settled !== previous) setPrevious(settled);
  const isLoaded = listing.status === 'loaded';
  // Deferred, and forecast in a task of its own, so that an edited table does not wait for its forecasts, and the first one
  // is rendered in short tasks.
  const forecasted = useDeferredValue(settled);
  const [{ rows: assessed, forecasts }, setAssessed] = useState(NOTHING_ASSESSED);
  useEffect(() => {
    const context = isLoaded ? { serverFiles, datasets, totals } : undefined;
    startTransition(() => setAssessed(forecastRows(forecasted, context)));
  }, [isLoaded, forecasted, serverFiles, datasets, totals]);
  const [stage, setStage] = useState<ChoiceStage>('empty');
  const next = nextStage(stage, { isEmpty: keyed.length === 0, expectsMore, isListed, isAssessed: assessed === keyed });
  if (stage !== next) setStage(next);
  const markGaps = useMemo(() => createGapMarker(forecasts), [forecasts]);
  const rows = useMemo(
    // Other stages do not show checked rows, so the new ones are checked once, with their forecasts.
    () => checkRows(next === 'checked' ? keyed : assessed, { serverFiles, totals, markGaps, findForeign }),
    [checkRows, next, assessed, keyed, serverFiles, totals, markGaps, findForeign],
  );
  return {
    keyed,
    rows,
    stage: next,
    /** The rows to upload. */
    sending: useMemo(() => rowsToSend(rows), [rows]),
    /** Returns the finding that would block a file under another name. */
    validateName: useCallback(
      (row: KeyedRow, name: string): RowKind | undefined =>
        validateName(keyRows([{ ...row, newName: name }])[0] ?? row, totals),
      [keyRows, totals],
    ),
    /** The server's files by key. */
    serverFiles,
    totals,
    /** The completeness of the destination folders after the upload. */
    forecasts,
  };
}

/** Rows with the completeness of their folders after the upload. */
interface AssessedRows {
  readonly rows: readonly KeyedRow[];
  readonly forecasts: readonly FolderForecast[];
}

interface ForecastContext {
  readonly serverFiles: ReadonlyMap<string, FileEntry>;
  readonly datasets: readonly PlannedDataset[];
  readonly totals: SectionTotals;
}

/** @param context undefined if the server's files are unknown. They may be complete, so nothing is known to be missing */
function forecastRows(rows: readonly KeyedRow[], context: ForecastContext | undefined): AssessedRows {
  if (context === undefined) return { rows, forecasts: NO_FORECASTS };
  const { serverFiles, datasets, totals } = context;
  const sending = rows.filter((row) => !isSkipped(row, serverFiles));
  return { rows, forecasts: forecastFolders(sending, serverFiles, datasets, totals) };
}

/**
 * The content of the screen. Checked rows are in a different order from rows being read, and have a summary above them,
 * so the screen switches at once instead of moving rows.
 */
export type ChoiceStage =
  /** No files are chosen. */
  | 'empty'
  /** A placeholder. */
  | 'placeholder'
  /** The rows read so far, in the order of reading. */
  | 'reading'
  /** The checked rows. */
  | 'checked';

interface StageInput {
  readonly isEmpty: boolean;
  /** Some files have been read and more are expected. */
  readonly expectsMore: boolean;
  /** The server's files are loaded, or loading them has failed. */
  readonly isListed: boolean;
  /** The forecasts are up to date. */
  readonly isAssessed: boolean;
}

/** Returns the next stage. Checked rows stay checked while the user edits them, until more files are read. */
export function nextStage(stage: ChoiceStage, { isEmpty, expectsMore, isListed, isAssessed }: StageInput): ChoiceStage {
  if (isEmpty) return 'empty';
  if (expectsMore) return isListed ? 'reading' : 'placeholder';
  if (stage === 'checked' || (isListed && isAssessed)) return 'checked';
  return stage === 'reading' ? 'reading' : 'placeholder';
}
