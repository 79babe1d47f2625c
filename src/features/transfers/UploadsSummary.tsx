import { useSelector } from 'react-redux';
import { paceTexts } from '@data-manager/domain/transfers/transferRate';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount, formatPercent } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import {
  selectIsMoving,
  selectStateText,
  selectUploadsSummary,
  type WithUploads,
} from '../../transfers/uploads/uploadsSelectors';
import { useRate } from '../../widgets/useRate';
import classes from './TransfersPanel.module.css';

interface UploadsSummaryProps {
  /** Leaves out what has been sent, and begins with the state of a queue that is not running. */
  readonly isShort?: boolean;
}

/** The queue in one line, such as `8% · 4.00 MB of 50.00 MB · 1 of 12 files · 1.00 MB/s · 50 s left`. */
export function UploadsSummary({ isShort = false }: UploadsSummaryProps) {
  const { percent, files, sent, total, received, left, failed, isActive } = useSelector(selectUploadsSummary);
  const isMoving = useSelector(selectIsMoving);
  const done = useSelector((state: WithUploads) => state.uploads.done.files);
  const state = useSelector(selectStateText);
  const rate = useRate(received, isMoving);
  const parts = [
    ...(isShort && state !== undefined ? [state] : []),
    formatPercent(percent),
    ...(isShort
      ? []
      : [`${formatBytes(sent)} of ${formatBytes(total)}`, `${formatCount(done)} of ${counted(files, 'file')}`]),
    ...(isMoving ? leftTexts(left, rate, isActive) : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
  ];
  return <span className={classes.summary}>{parts.join(' · ')}</span>;
}

/** Once all bytes are sent, the server assembles the file; that has no rate. */
function leftTexts(left: number, rate: number | undefined, isActive: boolean): readonly string[] {
  if (left === 0) return isActive ? ['finalising'] : [];
  return paceTexts(left, rate);
}
