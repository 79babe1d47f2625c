import { useDeferredValue, useMemo, useState } from 'react';
import { createGapJudge } from '../../domain/completeness/gapMarks';
import { forecastFolders, sectionTotals, type PlannedDataset } from '../../domain/uploads/uploadForecast';
import { createRowChecker } from './checkRows';
import { createRowKeyer, isSkipped, rowsToSend, type ChosenRow, type KeyedRow, type UploadTarget } from './choice';
import { filesByKey, type ServerListing } from './serverListing';

const NOTHING: readonly KeyedRow[] = [];

interface RowsToCheck {
  readonly rows: readonly ChosenRow[];
  /** More rows are still to come. */
  readonly isReading: boolean;
  readonly target: UploadTarget;
  readonly listing: ServerListing;
  readonly datasets: readonly PlannedDataset[];
  /** What the person says. */
  readonly totalSections: number | undefined;
}

/** What was chosen, held against itself, the server and the metadata. */
export function useCheckedRows({ rows: chosen, isReading, target, listing, datasets, totalSections }: RowsToCheck) {
  const keyRows = useMemo(() => createRowKeyer(target), [target]);
  const checkRows = useMemo(() => createRowChecker(), []);
  const { sponsorId, keyPrefix } = target;
  const totals = useMemo(
    () => sectionTotals(datasets, { place: `${sponsorId}/${keyPrefix}`, sections: totalSections }),
    [datasets, sponsorId, keyPrefix, totalSections],
  );
  const keyed = useMemo(() => keyRows(chosen), [chosen, keyRows]);
  const taken = useMemo(() => filesByKey(listing), [listing]);
  // Before all is read, what is still to come would be told as missing: until then it stays as it was.
  const [settled, setSettled] = useState(NOTHING);
  if (!isReading && listing.status !== 'loading' && settled !== keyed) setSettled(keyed);
  // The table does not wait for what is told of the whole.
  const judged = useDeferredValue(settled);
  const forecasts = useMemo(
    () =>
      forecastFolders(
        judged.filter((row) => !isSkipped(row, taken)),
        taken,
        datasets,
        totals,
      ),
    [judged, taken, datasets, totals],
  );
  const [isShown, setIsShown] = useState(false);
  // Reading what was dropped can take minutes, and what is read is shown.
  const isBeingRead = isReading && listing.status !== 'loading';
  const isToBeShown = keyed.length > 0 && (isShown || isBeingRead || judged.length > 0);
  if (isShown !== isToBeShown) setIsShown(isToBeShown);
  const judgeGaps = useMemo(() => createGapJudge(forecasts), [forecasts]);
  const rows = useMemo(
    () => checkRows(keyed, { taken, totals, judgeGaps }),
    [checkRows, keyed, taken, totals, judgeGaps],
  );
  return {
    keyed,
    rows,
    /** Nothing is known of the rows yet but what was chosen: they would change, and change places, as soon as it is. */
    isFirstCheck: keyed.length > 0 && !isShown,
    /** Those whose files go to the server. */
    sending: useMemo(() => rowsToSend(rows), [rows]),
    /** The server's files by key. */
    taken,
    /** How complete the folders will be that files are sent to. */
    forecasts,
  };
}
