import { lazy, Suspense } from 'react';
import { useSelector } from 'react-redux';
import { selectOwnDownloads } from '../transfers/downloads/downloadsSelectors';
import { selectOwnUploads } from '../transfers/uploads/uploadsSelectors';

const TransfersPanel = lazy(() =>
  import(/* webpackPrefetch: true */ '../transfers/panel/TransfersPanel').then((module) => ({
    default: module.TransfersPanel,
  })),
);

/** The transfers, whose code comes with the first of them. */
export function LazyTransfersPanel() {
  const downloads = useSelector(selectOwnDownloads).length;
  const uploads = useSelector(selectOwnUploads).length;
  if (downloads + uploads === 0) return null;
  return (
    <Suspense fallback={null}>
      <TransfersPanel />
    </Suspense>
  );
}
