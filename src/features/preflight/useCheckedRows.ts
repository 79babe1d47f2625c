import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { createGapMarker, type GapMarker } from '@data-manager/domain/completeness/gapMarks';
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
  isSkipped,
  rowsToSend,
  type ChosenRow,
  type KeyedRow,
  type ServerListing,
  type UploadTarget,
} from './rows';

const NO_ENTRIES: readonly FileEntry[] = [];
const NOTHING: Forecast = { rows: [], forecasts: [], markGaps: createGapMarker([]) };

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
export function useCheckedRows(input: RowsToCheck) {
  const { rows: chosen, expectsMore, target, listing, datasets, totalSections } = input;
  const { sponsorId, keyPrefix } = target;
  const [checkRows] = useState(createRowChecker);
  const keyRows = useMemo(() => createRowKeyer(target), [target]);
  const keyed = useMemo(() => keyRows(chosen), [chosen, keyRows]);
  const { totals, findForeign } = useMemo(
    () => ({
      totals: sectionTotals(datasets, { place: `${sponsorId}/${keyPrefix}`, sections: totalSections }),
      findForeign: createFindForeign(datasets),
    }),
    [datasets, sponsorId, keyPrefix, totalSections],
  );
  const entries = listing.status === 'loaded' ? listing.entries : NO_ENTRIES;
  const serverFiles = useMemo(() => new Map(entries.map((entry) => [entry.key, entry])), [entries]);
  const isListed = listing.status !== 'loading';
  const isLoaded = listing.status === 'loaded';
  const isEmpty = keyed.length === 0;
  const isStartingOver = isEmpty || expectsMore;
  const [assessed, setAssessed] = useState<Assessed>('placeholder');
  const stage = stageOf({ isEmpty, expectsMore, isListed, assessed });
  // What is read next is assessed afresh.
  useEffect(() => {
    if (isStartingOver) setAssessed(stage === 'reading' ? 'reading' : 'placeholder');
  }, [isStartingOver, stage]);
  // Not while files are being read, because the unread ones would count as missing. Deferred, and forecast in a task of its
  // own, so that an edited table does not wait for its forecasts, and the first one is rendered in short tasks.
  const toAssess = useDeferredValue(isStartingOver ? undefined : keyed);
  useEffect(() => {
    if (toAssess !== keyed || !isListed) return;
    const forecast = forecastRows(toAssess, isLoaded ? { serverFiles, datasets, totals } : undefined);
    startTransition(() => setAssessed(forecast));
  }, [toAssess, keyed, isListed, isLoaded, serverFiles, datasets, totals]);
  const { rows: assessedRows, forecasts, markGaps } = typeof assessed === 'string' ? NOTHING : assessed;
  // Other stages do not show checked rows, so the new ones are checked once, with their forecasts.
  const toCheck = stage === 'checked' ? keyed : assessedRows;
  const rows = useMemo(
    () => checkRows(toCheck, { serverFiles, totals, markGaps, findForeign }),
    [checkRows, toCheck, serverFiles, totals, markGaps, findForeign],
  );
  const sending = useMemo(() => rowsToSend(rows), [rows]);
  return {
    keyed,
    rows,
    stage,
    /** The rows to upload. */
    sending,
    /** Returns the finding that would block a file under another name. */
    validateName: (row: KeyedRow, name: string): RowKind | undefined =>
      validateName(keyRows([{ ...row, newName: name }])[0] ?? row, totals),
    /** The server's files by key. */
    serverFiles,
    totals,
    /** The completeness of the destination folders after the upload. */
    forecasts,
  };
}

/** Rows with the completeness of their folders after the upload. */
interface Forecast {
  readonly rows: readonly KeyedRow[];
  readonly forecasts: readonly FolderForecast[];
  readonly markGaps: GapMarker;
}

/** The forecast of the files that have been read, or what is shown until there is one. */
type Assessed = Forecast | 'reading' | 'placeholder';

interface ForecastContext {
  readonly serverFiles: ReadonlyMap<string, FileEntry>;
  readonly datasets: readonly PlannedDataset[];
  readonly totals: SectionTotals;
}

/** @param context undefined if the server's files are unknown. They may be complete, so nothing is known to be missing */
function forecastRows(rows: readonly KeyedRow[], context: ForecastContext | undefined): Forecast {
  const forecasts = context === undefined ? [] : forecastUpload(rows, context);
  return { rows, forecasts, markGaps: createGapMarker(forecasts) };
}

/** Damaged images that are left out are missing for this reason. */
function forecastUpload(rows: readonly KeyedRow[], { serverFiles, datasets, totals }: ForecastContext) {
  const isDamage = (row: KeyedRow) => row.isLeftOut === true && row.imageProblem !== undefined;
  const planned = rows.filter((row) => isDamage(row) || !isSkipped(row, serverFiles));
  return forecastFolders(planned, serverFiles, datasets, totals);
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
  readonly assessed: Assessed;
}

/** Returns what the screen shows. Checked rows stay checked while the user edits them, until more files are read. */
export function stageOf({ isEmpty, expectsMore, isListed, assessed }: StageInput): ChoiceStage {
  if (isEmpty) return 'empty';
  if (expectsMore) return isListed ? 'reading' : 'placeholder';
  return typeof assessed === 'string' ? assessed : 'checked';
}
