import { useInterval } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { formatTimeLeft, measure, rateOf, startMeter } from '../../domain/transfers/transferRate';
import { formatBytes, formatRate } from '../../lib/formatBytes';
import { formatCount, formatPercent } from '../../lib/formatNumber';
import { usePorts } from '../../platform/portsContext';
import { selectIsMoving, selectStateText, selectUploadsSummary, type WithUploads } from '../uploads/uploadsSelectors';
import classes from './TransfersPanel.module.css';

const MEASURE_EVERY_MS = 1_000;

interface UploadsSummaryProps {
  /** Begins with the state of a queue that is not running. */
  readonly showsState?: boolean;
}

/** The queue in one line, such as `8% · 4.00 MB of 50.00 MB · 1.00 MB/s · 50 s left`. */
export function UploadsSummary({ showsState = false }: UploadsSummaryProps) {
  const { percent, sent, total, received, left, failed, isActive } = useSelector(selectUploadsSummary);
  const isMoving = useSelector(selectIsMoving);
  const done = useSelector((state: WithUploads) => state.uploads.done.files);
  const state = useSelector(selectStateText);
  const rate = useTransferRate(received, isMoving);
  const parts = [
    ...(showsState && state !== undefined ? [state] : []),
    formatPercent(percent),
    `${formatBytes(sent)} of ${formatBytes(total)}`,
    ...(isMoving ? paceTexts(left, rate, isActive) : []),
    ...(done > 0 ? [`${formatCount(done)} done`] : []),
    ...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
  ];
  return <span className={classes.summary}>{parts.join(' · ')}</span>;
}

/** Once all bytes are sent, the server assembles the file; that has no rate. */
function paceTexts(left: number, rate: number | undefined, isActive: boolean): readonly string[] {
  if (left === 0) return isActive ? ['finalising'] : [];
  if (rate === undefined) return [];
  const timeLeft = formatTimeLeft(left, rate);
  return [formatRate(rate), ...(timeLeft === undefined ? [] : [timeLeft])];
}

/**
 * Measures the smoothed upload rate in bytes per second. Returns undefined in the first seconds and while nothing moves.
 * Measured here because nothing else in the store would change every second.
 */
function useTransferRate(sent: number, isMoving: boolean): number | undefined {
  const { clock } = usePorts();
  const meter = useRef(startMeter(0, 0));
  const latest = useRef(sent);
  const [rate, setRate] = useState<number>();
  const { start, stop } = useInterval(() => {
    meter.current = measure(meter.current, clock.now(), latest.current);
    setRate(rateOf(meter.current));
  }, MEASURE_EVERY_MS);
  useEffect(() => {
    latest.current = sent;
  }, [sent]);
  useEffect(() => {
    if (!isMoving) return undefined;
    meter.current = startMeter(clock.now(), latest.current);
    start();
    return () => {
      stop();
      setRate(undefined);
    };
  }, [isMoving, clock, start, stop]);
  return rate;
}
