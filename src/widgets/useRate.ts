import { useInterval } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { measure, rateOf, startMeter } from '@data-manager/domain/transfers/transferRate';
import { usePorts } from '../platform/portsContext';

const MEASURE_EVERY_MS = 1_000;

/**
 * Measures the smoothed rate of a growing number of bytes, per second. Returns undefined in the first seconds and while nothing
 * moves. Measured here because nothing else in the store would change every second.
 */
export function useRate(bytes: number, isMoving: boolean): number | undefined {
  const { clock } = usePorts();
  const latest = useRef(bytes);
  const [rate, setRate] = useState<number>();
  const meter = useRef(startMeter(0, 0));
  const { start, stop } = useInterval(() => {
    meter.current = measure(meter.current, clock.elapsed(), latest.current);
    setRate(rateOf(meter.current));
  }, MEASURE_EVERY_MS);
  useEffect(() => {
    latest.current = bytes;
  }, [bytes]);
  useEffect(() => {
    if (!isMoving) return undefined;
    meter.current = startMeter(clock.elapsed(), latest.current);
    start();
    return () => {
      stop();
      setRate(undefined);
    };
  }, [isMoving, clock, start, stop]);
  return rate;
}
