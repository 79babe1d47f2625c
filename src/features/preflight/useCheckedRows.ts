import { useDeferredValue, useMemo, useState } from 'react';
import { createGapMarker } from '../../domain/completeness/gapMarks';
import {
  forecastFolders,
  sectionTotals,
  type FolderForecast,
  type PlannedDataset,
} from '../../domain/uploads/uploadForecast';
import { createRowChecker } from './checkRows';
import { createRowKeyer, isSkipped, rowsToSend, type ChosenRow, type KeyedRow, type UploadTarget } from './choice';
import { nextStage, type ChoiceStage } from './choiceStage';
import { filesByKey, type ServerListing } from './serverListing';

const NOTHING: readonly KeyedRow[] = [];
const NO_FORECASTS: readonly FolderForecast[] = [];

interface RowsToCheck {
  readonly rows: readonly ChosenRow[];
  /** More rows are still to come. */
  readonly isComing: boolean;
  readonly target: UploadTarget;
  readonly listing: ServerListing;
  readonly datasets: readonly PlannedDataset[];
  /** What the person says. */
  readonly totalSections: number | undefined;
}

/** What was chosen, held against itself, the server and the metadata. */
export function useCheckedRows({ rows: chosen, isComing, target, listing, datasets, totalSections }: RowsToCheck) {
  const keyRows = useMemo(() => createRowKeyer(target), [target]);
  const checkRows = useMemo(() => createRowChecker(), []);
  const { sponsorId, keyPrefix } = target;
  const totals = useMemo(
    () => sectionTotals(datasets, { place: `${sponsorId}/${keyPrefix}`, sections: totalSections }),
    [datasets, sponsorId, keyPrefix, totalSections],
  );
  const keyed = useMemo(() => keyRows(chosen), [chosen, keyRows]);
  const taken = useMemo(() => filesByKey(listing), [listing]);
  const isListed = listing.status !== 'loading';
  // Before all is read, what is still to come would be told as missing: until then it stays as it was.
  const [settled, setSettled] = useState(NOTHING);
  if (!isComing && isListed && settled !== keyed) setSettled(keyed);
  // The table does not wait for what is told of the whole.
  const judged = useDeferredValue(settled);
  const isKnown = listing.status === 'known';
  const forecasts = useMemo(() => {
    // What may lie on the server is not missing.
    if (!isKnown) return NO_FORECASTS;
    const sending = judged.filter((row) => !isSkipped(row, taken));
    return forecastFolders(sending, taken, datasets, totals);
  }, [isKnown, judged, taken, datasets, totals]);
  const [stage, setStage] = useState<ChoiceStage>('empty');
  const next = nextStage(stage, { isEmpty: keyed.length === 0, isComing, isListed, isJudged: judged === keyed });
  if (stage !== next) setStage(next);
  const judgeGaps = useMemo(() => createGapMarker(forecasts), [forecasts]);
  const rows = useMemo(
    () => checkRows(isComing ? settled : keyed, { taken, totals, judgeGaps }),
    [checkRows, isComing, settled, keyed, taken, totals, judgeGaps],
  );
  return {
    keyed,
    rows,
    stage: next,
    /** Those whose files go to the server. */
    sending: useMemo(() => rowsToSend(rows), [rows]),
    /** The server's files by key. */
    taken,
    /** How complete the folders will be that files are sent to. */
    forecasts,
  };
}
