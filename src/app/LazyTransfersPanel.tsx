import { useSelector } from 'react-redux';
import { selectHasDownloads } from '../transfers/downloads/downloadsSelectors';
import { selectHasUploads } from '../transfers/uploads/uploadsSelectors';
import { latePart } from '../ui/latePart';

const TransfersPanel = latePart(() =>
  import('../transfers/panel/TransfersPanel').then((module) => module.TransfersPanel),
);

/** The transfers, whose code comes with the first of them. */
export function LazyTransfersPanel() {
  const hasDownloads = useSelector(selectHasDownloads);
  const hasUploads = useSelector(selectHasUploads);
  return hasDownloads || hasUploads ? <TransfersPanel /> : null;
}
