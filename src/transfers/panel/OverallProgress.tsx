import { useSelector } from 'react-redux';
import type { WithSession } from '../../session/sessionSlice';
import { selectUploadsSummary, type WithUploads } from '../uploads/uploadsSelectors';
import { panelWords } from './panelWords';
import { ProgressBar } from './ProgressBar';
import classes from './TransfersPanel.module.css';

/** How much of the whole queue is sent. */
export function OverallProgress() {
  const percent = useSelector((state: WithUploads & WithSession) => selectUploadsSummary(state).percent);
  return (
    <ProgressBar className={classes.overall ?? ''} radius={0} value={percent} aria-label={panelWords.allUploads} />
  );
}
