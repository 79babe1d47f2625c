import { setTimeout as wait } from 'node:timers/promises';

/** The interval at which the metric samples the event loop, which its values include. */
const SAMPLED_EVERY_MS = 10;

/** Returns the longest turn of a server's event loop since the last call, in milliseconds. */
export async function readLongestTurn(metricsUrl: string): Promise<number> {
  // The sampler reports a turn when it has ended.
  await wait(SAMPLED_EVERY_MS * 3);
  const text = await (await fetch(metricsUrl)).text();
  const seconds = Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]);
  return Math.max(0, seconds * 1_000 - SAMPLED_EVERY_MS);
}
