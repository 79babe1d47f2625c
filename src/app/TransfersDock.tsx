import { useSelector } from 'react-redux';
import { selectHasInterrupted } from '../transfers/interrupted/interruptedSlice';
import { selectTab, type WithTransfers } from '../transfers/panel/panelSlice';
import { selectUploadEnd } from '../transfers/uploads/uploadsSelectors';
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
  const hasContent = useSelector((state: WithTransfers) => selectTab(state) !== undefined);
  const hasUploadEnd = useSelector(selectUploadEnd) !== undefined;
  return (
    <>
      {hasUploadEnd && <LazyUploadEndBar />}
      {hasContent && <LazyTransfersPanel />}
    </>
  );
}
