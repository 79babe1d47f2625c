import { Progress, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { ComparisonProgress } from '../../domain/compare/comparison';
import { hashedPercent } from '../../domain/compare/comparisonResult';
import { formatTimeLeft, measure, rateOf, startMeter } from '../../domain/transfers/transferRate';
import { formatBytes, formatRate } from '../../lib/formatBytes';
import { formatCount, formatPercent } from '../../lib/formatNumber';
import { usePorts } from '../../platform/portsContext';
import classes from './compare.module.css';

const MEASURE_EVERY_MS = 1_000;

/** The progress of comparing contents, with pace and time left. */
export function HashProgressBar({ result }: { readonly result: ComparisonProgress }) {
  const { hashed, toHash, bytesHashed, bytesToHash } = result;
  const rate = useHashRate(bytesHashed);
  const percent = hashedPercent(result);
  const timeLeft = rate === undefined ? undefined : formatTimeLeft(bytesToHash - bytesHashed, rate);
  const texts = [
    formatPercent(percent),
    `${formatCount(hashed)} of ${formatCount(toHash)} files`,
    `${formatBytes(bytesHashed)} of ${formatBytes(bytesToHash)}`,
    ...(rate === undefined ? [] : [formatRate(rate)]),
    ...(timeLeft === undefined ? [] : [timeLeft]),
  ];
  return (
    <div className={classes.progress}>
      <Progress
        value={percent}
        size="sm"
        transitionDuration={0}
        aria-label="Comparing contents"
        className={classes.bar ?? ''}
      />
      <Text size="xs" c="dimmed">
        {texts.join(' · ')}
      </Text>
    </div>
  );
}

/** Measures the smoothed rate in bytes per second; undefined in the first seconds. */
function useHashRate(bytes: number): number | undefined {
  const { clock } = usePorts();
  const latest = useRef(bytes);
  const [rate, setRate] = useState<number>();
  const meter = useRef(startMeter(0, 0));
  const { start, stop } = useInterval(() => {
    meter.current = measure(meter.current, clock.now(), latest.current);
    setRate(rateOf(meter.current));
  }, MEASURE_EVERY_MS);
  useEffect(() => {
    latest.current = bytes;
  }, [bytes]);
  useEffect(() => {
    meter.current = startMeter(clock.now(), latest.current);
    start();
    return stop;
  }, [clock, start, stop]);
  return rate;
}
