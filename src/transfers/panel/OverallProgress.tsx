import { Progress } from '@mantine/core';
import { useSelector } from 'react-redux';
import type { WithSession } from '../../session/sessionSlice';
import { selectUploadsSummary, type WithUploads } from '../uploads/uploadsSelectors';
import classes from './TransfersPanel.module.css';

/** How much of the whole queue is sent. */
export function OverallProgress() {
  const percent = useSelector((state: WithUploads & WithSession) => selectUploadsSummary(state).percent);
  return <Progress className={classes.overall ?? ''} size={4} radius={0} value={percent} aria-label="All uploads" />;
}
