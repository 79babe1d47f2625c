import { useDeferredValue, useMemo, useState } from 'react';
import { createGapMarker } from '@data-manager/domain/completeness/gapMarks';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import type { RowKind } from '@data-manager/domain/preflight/rowKinds';
import { sectionTotals, type PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { createRowChecker, validateName } from './checkRows';
import { forecastUpload } from './forecastUpload';
import {
  createRowKeyer,
  nameFolders,
  placeScans,
  rowsToSend,
  type ChosenRow,
  type KeyedRow,
  type ServerListing,
  type UploadTarget,
} from './rows';

const NO_ENTRIES: readonly FileEntry[] = [];
const NO_ROWS: readonly KeyedRow[] = [];

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
  const totals = useMemo(
    () => sectionTotals(datasets, { place: `${sponsorId}/${keyPrefix}`, sections: totalSections }),
    [datasets, sponsorId, keyPrefix, totalSections],
  );
  const entries = listing.status === 'loaded' ? listing.entries : NO_ENTRIES;
  const serverFiles = useMemo(() => new Map(entries.map((entry) => [entry.key, entry])), [entries]);
  const folders = useMemo(() => nameFolders(datasets, serverFiles.keys()), [datasets, serverFiles]);
  const serverScans = useMemo(() => placeScans(entries, folders), [entries, folders]);
  const isListed = listing.status !== 'loading';
  const isLoaded = listing.status === 'loaded';
  const isEmpty = keyed.length === 0;
  // Not while files are being read, because the unread files would count as missing. If the server's files are unknown, nothing is
  // known to be missing.
  const toAssess = useMemo(() => {
    if (isEmpty || expectsMore) return undefined;
    return { rows: keyed, context: isLoaded ? { serverFiles, datasets, totals, folders } : undefined };
  }, [isEmpty, expectsMore, isLoaded, keyed, serverFiles, datasets, totals, folders]);
  // Deferred, so that an edited table does not wait for its forecasts.
  const assessed = useDeferredValue(toAssess);
  const forecasts = useMemo(
    () => (assessed?.context === undefined ? [] : forecastUpload(assessed.rows, assessed.context)),
    [assessed],
  );
  const markGaps = useMemo(() => createGapMarker(forecasts), [forecasts]);
  const [before, setBefore] = useState<ChoiceStage>('empty');
  const stage = stageOf({ isEmpty, expectsMore, isListed, isAssessed: assessed === toAssess, before });
  if (stage !== before) setBefore(stage);
  // Other stages do not show checked rows, so the new rows are checked once, with their forecasts.
  const toCheck = stage === 'checked' ? keyed : NO_ROWS;
  const rows = useMemo(
    () => checkRows(toCheck, { serverFiles, totals, markGaps, folders, serverScans }),
    [checkRows, toCheck, serverFiles, totals, markGaps, folders, serverScans],
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
    /** The names of the datasets. */
    folders,
    /** The completeness of the destination folders after the upload. */
    forecasts,
  };
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
  /** The completeness after the upload is known. */
  readonly isAssessed: boolean;
  /** What the screen has shown until now. */
  readonly before: ChoiceStage;
}

/** Returns what the screen shows. Checked rows stay checked while the user edits them, until more files are read. */
export function stageOf({ isEmpty, expectsMore, isListed, isAssessed, before }: StageInput): ChoiceStage {
  if (isEmpty) return 'empty';
  if (expectsMore) return isListed ? 'reading' : 'placeholder';
  if (before === 'checked' || (isListed && isAssessed)) return 'checked';
  return before === 'empty' ? 'placeholder' : before;
}
