import { lazy, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectHasDownloads } from '../transfers/downloads/downloadsSelectors';
import { selectHasUploads } from '../transfers/uploads/uploadsSelectors';

const TransfersPanel = lazy(() =>
  import(/* webpackPrefetch: true */ '../transfers/panel/TransfersPanel').then((module) => ({
    default: module.TransfersPanel,
  })),
);

/** The transfers, whose code comes with the first of them. */
export function LazyTransfersPanel() {
  const hasDownloads = useSelector(selectHasDownloads);
  const hasUploads = useSelector(selectHasUploads);
  if (!hasDownloads && !hasUploads) return null;
  return (
    <Suspense fallback={null}>
      <TransfersPanel />
    </Suspense>
  );
}
