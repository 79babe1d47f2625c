/**
 * The busy member of the benchmark `server-fair`, in a process of its own, so that reading long responses does not delay the
 * calls of others that the benchmark measures. Receives a `BusyOrder` to begin, and `stop` to end.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { WORKS, type Call } from './busyWorks';

/** The work to be done, or computing without any request. */
export type BusyOrder = WorkOrder | { readonly processorShare: number };

interface WorkOrder {
  /** A key of `WORKS`. */
  readonly work: string;
  /** Does a single turn, instead of all the work's turns at the same time until `stop`. */
  readonly isSingle: boolean;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The number of requests since the order, by status. */
export interface BusyReport {
  readonly statuses: Readonly<Record<string, number>>;
  /** The share of a core that this process has used. */
  readonly processorShare: number;
}

/** What the member sends: after each of its turns, and after `stop`. */
export type BusyMessage = 'turn ended' | BusyReport;

/** Continues over all orders, so that no name is used twice. */
let turn = 0;

type Stop = () => Promise<Pick<BusyReport, 'statuses'>>;

function startWork({ work, isSingle, url, headers }: WorkOrder): Stop {
  const { atOnce = 0, isOnce = false, calls = () => [] } = WORKS[work] ?? {};
  const statuses: Record<string, number> = {};
  const stopped = new AbortController();
  const isRepeated = !isSingle && !isOnce;

  const send = async ([method, path, body]: Call): Promise<string> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = fetch(url + path, {
      method,
      headers: { ...headers, ...type },
      ...sent,
      signal: stopped.signal,
    });
    // A limit that the server applies to it is no failure, and neither is an idle connection that the server has just closed.
    const response = await request.catch((error: unknown) => {
      stopped.signal.throwIfAborted();
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    const status = response?.status ?? 'closed';
    statuses[status] = (statuses[status] ?? 0) + 1;
    return (await response?.text()) ?? '{}';
  };
  const repeat = async (): Promise<void> => {
    do {
      let answer = '';
      for (const call of calls((turn += 1))) answer = await send(typeof call === 'function' ? call(answer) : call);
      process.send?.('turn ended' satisfies BusyMessage);
    } while (isRepeated);
  };
  const working = Array.from({ length: isSingle ? 1 : atOnce }, repeat);
  return async () => {
    // Requests in progress would delay what is measured next.
    if (isRepeated) stopped.abort();
    const report = { statuses: { ...statuses } };
    await Promise.allSettled(working);
    return report;
  };
}

/** The processor time of this process, in milliseconds. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Uses a share of a core with turns of the event loop, and sends nothing. */
function startComputing(processorShare: number): Stop {
  let isStopped = false;
  const compute = async (): Promise<void> => {
    const begun = performance.now();
    const before = processorMs();
    while (!isStopped) {
      const isBehind = processorMs() - before < (performance.now() - begun) * processorShare;
      await (isBehind ? nextTurn() : wait(1));
    }
  };
  void compute();
  return () => {
    isStopped = true;
    return Promise.resolve({ statuses: {} });
  };
}

function start(order: BusyOrder): () => Promise<BusyReport> {
  const begun = performance.now();
  const before = processorMs();
  const stopWork = 'work' in order ? startWork(order) : startComputing(order.processorShare);
  return async () => {
    const processorShare = (processorMs() - before) / (performance.now() - begun);
    return { ...(await stopWork()), processorShare };
  };
}

let stop: (() => Promise<BusyReport>) | undefined;

process.on('message', (message: BusyOrder | 'stop') => {
  if (message !== 'stop') {
    stop = start(message);
    return;
  }
  void stop?.().then((report) => process.send?.(report));
});
