import { useSelector } from 'react-redux';
import { tellTimeLeft } from '../../domain/transfers/transferRate';
import { formatRate } from '../../lib/formatBytes';
import { selectIsMoving, selectUploadsSummary, type WithUploads } from '../uploads/uploadsSelectors';
import { panelWords } from './panelWords';
import classes from './TransfersPanel.module.css';
import { useTransferRate } from './useTransferRate';

/** The whole queue in one line: how much is sent, how fast, and how long the rest takes. */
export function UploadsSummary() {
  const { percent, sent, total, left, failed, isActive } = useSelector(selectUploadsSummary);
  const isMoving = useSelector(selectIsMoving);
  const done = useSelector((state: WithUploads) => state.uploads.done.files);
  const rate = useTransferRate(sent, isMoving);
  const words = [
    panelWords.percent(percent),
    panelWords.sentOf(sent, total),
    ...(isMoving ? paceWords(left, rate, isActive) : []),
    ...(done > 0 ? [panelWords.done(done)] : []),
    ...(failed > 0 ? [panelWords.failed(failed)] : []),
  ];
  return <span className={classes.summary}>{words.join(' · ')}</span>;
}

/** Once all is sent, the server puts it together: that has no rate. */
function paceWords(left: number, rate: number | undefined, isActive: boolean): readonly string[] {
  if (left === 0) return isActive ? [panelWords.finalising] : [];
  if (rate === undefined) return [];
  const timeLeft = tellTimeLeft(left, rate);
  return [formatRate(rate), ...(timeLeft === undefined ? [] : [timeLeft])];
}
