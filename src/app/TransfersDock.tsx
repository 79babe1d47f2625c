import { useSelector } from 'react-redux';
import { selectHasComparisons } from '../transfers/comparisons/comparisonsSlice';
import { selectHasDownloads } from '../transfers/downloads/downloadsSlice';
import { selectHasFetches } from '../transfers/fetches/fetchesSlice';
import { selectHasFollows } from '../transfers/follows/followsSlice';
import { selectHasInterrupted } from '../transfers/interrupted/interruptedSlice';
import { selectHasUploads, selectUploadEnd } from '../transfers/uploads/uploadsSelectors';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { PartErrorBoundary } from './errors/ErrorFallback';

const LazyInterruptedBar = lazyWithRetry(() =>
  import('../features/transfers/InterruptedBar').then((module) => module.InterruptedBar),
);
const LazyUploadEndBar = lazyWithRetry(() =>
  import('../features/transfers/UploadEndBar').then((module) => module.UploadEndBar),
);
const LazyTransfersPanel = lazyWithRetry(() =>
  import('../features/transfers/TransfersPanel').then((module) => module.TransfersPanel),
);

/** The docked bars of the transfers: an interrupted upload, the end of an upload, and the panel. */
export function TransfersDock() {
  return (
    <>
      <PartErrorBoundary part="interrupted">
        <Interrupted />
      </PartErrorBoundary>
      <PartErrorBoundary part="transfers">
        <Transfers />
      </PartErrorBoundary>
    </>
  );
}

function Interrupted() {
  return useSelector(selectHasInterrupted) ? <LazyInterruptedBar /> : null;
}

function Transfers() {
  const hasDownloads = useSelector(selectHasDownloads);
  const hasUploads = useSelector(selectHasUploads);
  const hasFetches = useSelector(selectHasFetches);
  const hasFollows = useSelector(selectHasFollows);
  const hasComparisons = useSelector(selectHasComparisons);
  const hasUploadEnd = useSelector(selectUploadEnd) !== undefined;
  return (
    <>
      {hasUploadEnd && <LazyUploadEndBar />}
      {(hasDownloads || hasUploads || hasFetches || hasFollows || hasComparisons) && <LazyTransfersPanel />}
    </>
  );
}
