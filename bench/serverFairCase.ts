import { fork, type ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startFakeIssuer } from '../test/support/fakeIssuer';
import { buildServer } from '../test/support/startBackend';
import type { BusyMessage, BusyOrder, BusyReport } from './busyMember';
import { MISSING_KEYS } from './busySponsor';
import { WORKS } from './busyWorks';
import { withCluster, withEmbedded, type Setting } from './fairSettings';
import { readLongestTurn } from './longestTurns';
import { digits, medianOf, type Finding } from './report';
import { sponsorOf, type Send } from './serverUsers';

/** How often the measurements of a kind of work alternate. A p99 is that of the calls of all of them together. */
const CYCLES = 3;
/** How long others are measured in each cycle without the work, and beside a process that only computes. */
const ALONE_MS = 800;
/** How long they are measured beside the work. */
const BESIDE_MS = 1_600;
/** How long they are measured at least beside work that pauses for seconds. */
const BESIDE_PAUSES_MS = 5_000;
/** Responses and archives that the member has left behind end meanwhile. */
const SETTLE_MS = 250;
/** Others count as active for so long. While they do, a long turn of the member is followed by a pause. */
const OTHERS_ACTIVE_MS = 2_000;
/** How much longer the slowest calls of others may take. */
const MOST_RATIO = 2;
/** The longest time that the event loop may be busy with a request. */
const LONGEST_TURN_MS = 50;

/** Measures the calls of others until it is over, in milliseconds. */
async function measureOthers(others: readonly Send[], isOver: () => boolean): Promise<readonly number[]> {
  const times: number[] = [];
  const timed = async (call: () => Promise<unknown>): Promise<void> => {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  };
  await Promise.all(
    others.map(async (send, index) => {
      const path = `${sponsorOf(index + 1)}/bench`;
      while (!isOver()) {
        await timed(() => send('GET', '/project'));
        await timed(() => send('GET', `/manage/files?path=${path}`));
        await timed(() => send('GET', '/config?name=features'));
      }
    }),
  );
  return times;
}

function after(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}

/**
 * Measures the calls of others beside work that pauses, for some milliseconds or longer: from the end of one turn of the member to that
 * of another. A pause follows each turn, so the calls that wait for a turn would otherwise be measured without those of its pause.
 */
async function measureWholePauses(
  member: ChildProcess,
  others: readonly Send[],
  ms: number,
): Promise<readonly number[]> {
  let turns = 0;
  const count = (message: BusyMessage): void => void (turns += message === 'turn ended' ? 1 : 0);
  member.on('message', count);
  // The member pauses only while others are served.
  await measureOthers(others, () => turns > 0);
  const isLongEnough = after(ms);
  let turnsThen: number | undefined;
  const times = await measureOthers(others, () => {
    if (isLongEnough()) turnsThen ??= turns;
    return turnsThen !== undefined && turns > turnsThen;
  });
  member.off('message', count);
  return times;
}

/** Returns the time that all but one of 100 calls take at most. */
function p99Of(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

async function stop(member: ChildProcess): Promise<BusyReport> {
  const messages = on(member, 'message') as AsyncIterable<[BusyMessage]>;
  member.send('stop');
  for await (const [message] of messages) if (message !== 'turn ended') return message;
  throw new Error('The busy member has ended.');
}

/** The times of others' calls in a cycle. */
interface Cycle extends BusyReport {
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  /** Beside a process that computes as much as the member did, and sends nothing. */
  readonly besideComputing: readonly number[];
}

/**
 * Waits until the server has done what the member has left behind. A user's heavy requests come one after the other, and so do the
 * user's transactions, so a heavy request with a transaction is answered last.
 */
async function settle({ url, busy }: Setting): Promise<void> {
  const body = JSON.stringify({ keys: MISSING_KEYS.slice(0, 1) });
  const headers = { ...busy, 'content-type': 'application/json' };
  await (await fetch(`${url}/manage/files`, { method: 'DELETE', headers, body })).text();
  await wait(SETTLE_MS);
}

async function measureCycle(
  member: ChildProcess,
  order: BusyOrder,
  setting: Setting,
  { isPausing, scale }: { readonly isPausing: boolean; readonly scale: number },
): Promise<Cycle> {
  const { others } = setting;
  const alone = await measureOthers(others, after(ALONE_MS * scale));
  member.send(order);
  const beside = isPausing
    ? await measureWholePauses(member, others, BESIDE_PAUSES_MS)
    : await measureOthers(others, after(BESIDE_MS * scale));
  const report = await stop(member);
  await settle(setting);
  const { processorShare } = report;
  member.send({ processorShare } satisfies BusyOrder);
  const besideComputing = await measureOthers(others, after(ALONE_MS * scale));
  await stop(member);
  return { ...report, alone, beside, besideComputing };
}

interface Measured {
  readonly cycles: readonly Cycle[];
  readonly longestTurn: number;
}

async function measureWork(member: ChildProcess, work: string, setting: Setting, count: number): Promise<Measured> {
  const { url, busy: headers, metricsUrl } = setting;
  const order = { work, url, headers };
  const { isOnce = false, isPausing = false } = WORKS[work] ?? {};
  await readLongestTurn(metricsUrl);
  if (!isOnce) {
    // A pause after the single turn would last until others are measured beside the member.
    await wait(OTHERS_ACTIVE_MS);
    member.send({ ...order, isSingle: true } satisfies BusyOrder);
    await stop(member);
  }
  const single = await readLongestTurn(metricsUrl);
  const cycles: Cycle[] = [];
  const total = CYCLES * count;
  while (cycles.length < (isOnce ? 1 : total)) {
    const length = { isPausing, scale: isOnce ? total : 1 };
    cycles.push(await measureCycle(member, { ...order, isSingle: false }, setting, length));
  }
  return { cycles, longestTurn: isOnce ? await readLongestTurn(metricsUrl) : single };
}

/** Formats the p99 of all cycles together, and its range between them. */
function p99Words(cycles: readonly (readonly number[])[]): string {
  const each = cycles.map(p99Of);
  const range = each.length > 1 ? ` (${digits(Math.min(...each))} to ${digits(Math.max(...each))})` : '';
  return `${digits(p99Of(cycles.flat()))} ms${range}`;
}

function findingsOf(name: string, { cycles, longestTurn }: Measured): Finding[] {
  const [alone, beside, besideComputing] = (['alone', 'beside', 'besideComputing'] as const).map((key) =>
    cycles.map((cycle) => cycle[key]),
  ) as [number[][], number[][], number[][]];
  const ratio = p99Of(beside.flat()) / p99Of(alone.flat());
  const control = p99Of(besideComputing.flat()) / p99Of(alone.flat());
  const statuses = Object.entries(cycles[0]?.statuses ?? {}).map(([status, count]) => `${String(count)} × ${status}`);
  const share = medianOf(cycles.map(({ processorShare }) => processorShare)) * 100;
  return [
    {
      name,
      measured: `p99 of ${String(beside.flat().length)} calls ${p99Words(beside)} beside it (${statuses.join(', ')})`,
      against: `${p99Words(alone)} of ${String(alone.flat().length)} calls; ${digits(control)} × beside ${share.toFixed(0)} % of a core`,
      value: digits(ratio),
      rounds: cycles.map((cycle) => p99Of(cycle.beside) / p99Of(cycle.alone)),
      target: `≤ ${String(MOST_RATIO)}`,
      isMet: ratio <= MOST_RATIO,
    },
    {
      name: `${name}, longest turn`,
      measured: `${longestTurn.toFixed(0)} ms`,
      against: '–',
      value: longestTurn.toFixed(0),
      target: `≤ ${String(LONGEST_TURN_MS)}`,
      isMet: longestTurn <= LONGEST_TURN_MS,
    },
  ];
}

async function measureSetting(setting: Setting, count: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  const member = fork(join(__dirname, 'busyMember.ts'), { execArgv: ['--import', 'tsx'] });
  // The first calls compile the code.
  await measureOthers(setting.others, after(BESIDE_MS));
  for (const work of Object.keys(WORKS)) {
    findings.push(...findingsOf(`${work}, ${setting.name}`, await measureWork(member, work, setting, count)));
  }
  const ended = once(member, 'exit');
  member.disconnect();
  await ended;
  return findings;
}

/** Measures how long others wait while one member does what takes long, on an embedded server and on two clustered ones. */
export async function measureFairness(count: number): Promise<readonly Finding[]> {
  buildServer();
  const issuer = await startFakeIssuer('bench');
  try {
    const measure = (setting: Setting): Promise<Finding[]> => measureSetting(setting, count);
    return [...(await withEmbedded(issuer, measure)), ...(await withCluster(issuer, measure))];
  } finally {
    await issuer.stop();
  }
}
