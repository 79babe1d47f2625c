import { useInterval } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { measure, rateOf, startMeter } from '../../domain/transfers/transferRate';
import { usePorts } from '../../platform/portsContext';

const MEASURE_EVERY_MS = 1_000;

/**
 * Bytes per second of what goes up, smoothed; undefined in the first seconds and while nothing moves. Measured where it
 * is shown: the store would change once a second more for nobody else.
 */
export function useTransferRate(sent: number, isMoving: boolean): number | undefined {
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
