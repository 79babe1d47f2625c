import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startFakeIssuer } from '../test/support/fakeIssuer';
import { buildServer } from '../test/support/startBackend';
import type { BusyOrder, BusyReport } from './busyMember';
import { WORKS } from './busyWorks';
import { withCluster, withEmbedded, type Setting } from './fairSettings';
import { readLongestTurn } from './longestTurns';
import { digits, medianOf, type Finding } from './report';
import { sponsorOf, type Send } from './serverUsers';

/** How long others are measured with and without each kind of work. */
const PHASE_MS = 2_500;
/** Others count as active for so long. While they do, a long turn of the member is followed by a pause. */
const OTHERS_ACTIVE_MS = 2_000;
/** How much longer the slowest calls of others may take. */
const MOST_RATIO = 2;
/** The longest time that the event loop may be busy with a request. */
const LONGEST_TURN_MS = 50;

/** Measures the calls of others for a while, and returns the time that all but one of 100 take at most. */
async function measureOthers(others: readonly Send[]): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + PHASE_MS;
  const timed = async (call: () => Promise<unknown>): Promise<void> => {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  };
  await Promise.all(
    others.map(async (send, index) => {
      const path = `${sponsorOf(index + 1)}/bench`;
      while (performance.now() < end) {
        await timed(() => send('GET', '/project'));
        await timed(() => send('GET', `/manage/files?path=${path}`));
        await timed(() => send('GET', '/config?name=features'));
      }
    }),
  );
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

async function stop(member: ChildProcess): Promise<BusyReport> {
  member.send('stop');
  const [report] = (await once(member, 'message')) as [BusyReport];
  return report;
}

interface Round extends BusyReport {
  readonly alone: number;
  readonly beside: number;
  /** Beside a process that computes as much as the member did, and sends nothing. */
  readonly besideComputing: number;
  readonly longestTurn: number;
}

async function measureRound(member: ChildProcess, work: string, setting: Setting): Promise<Round> {
  const { url, busy: headers, others, metricsUrl } = setting;
  const order = { work, url, headers };
  const isOnce = WORKS[work]?.isOnce === true;
  await readLongestTurn(metricsUrl);
  if (!isOnce) {
    // A pause after the single turn would last until others are measured beside the member.
    await wait(OTHERS_ACTIVE_MS);
    member.send({ ...order, isSingle: true } satisfies BusyOrder);
    await stop(member);
  }
  const single = await readLongestTurn(metricsUrl);
  const alone = await measureOthers(others);
  await readLongestTurn(metricsUrl);
  member.send({ ...order, isSingle: false } satisfies BusyOrder);
  const beside = await measureOthers(others);
  const report = await stop(member);
  const longestTurn = isOnce ? await readLongestTurn(metricsUrl) : single;
  const { processorShare } = report;
  member.send({ processorShare } satisfies BusyOrder);
  const besideComputing = await measureOthers(others);
  await stop(member);
  return { ...report, alone, beside, besideComputing, longestTurn };
}

/** Returns the part of a core that the member's own process has used. */
function percent(rounds: readonly Round[]): string {
  return `${(medianOf(rounds.map(({ processorShare }) => processorShare)) * 100).toFixed(0)} %`;
}

function findingsOf(name: string, rounds: readonly Round[]): Finding[] {
  const ratios = rounds.map(({ alone, beside }) => beside / alone);
  const perSecond = medianOf(rounds.map(({ turns }) => turns)) / (PHASE_MS / 1_000);
  const beside = digits(medianOf(rounds.map((round) => round.beside)));
  const statuses = Object.entries(rounds[0]?.statuses ?? {}).map(([status, count]) => `${String(count)} × ${status}`);
  const computing = `${digits(medianOf(rounds.map(({ besideComputing }) => besideComputing)))} ms beside as much computing (${percent(rounds)} of a core)`;
  const turns = rounds.map(({ longestTurn }) => longestTurn);
  const longest = medianOf(turns);
  return [
    {
      name,
      measured: `p99 of others ${beside} ms beside ${digits(perSecond)} a second (${statuses.join(', ')})`,
      against: `${digits(medianOf(rounds.map(({ alone }) => alone)))} ms without, ${computing}`,
      value: digits(medianOf(ratios)),
      rounds: ratios,
      target: `≤ ${String(MOST_RATIO)}`,
      isMet: medianOf(ratios) <= MOST_RATIO,
    },
    {
      name: `${name}, longest turn`,
      measured: `${longest.toFixed(0)} ms`,
      against: '–',
      value: longest.toFixed(0),
      rounds: turns,
      target: `≤ ${String(LONGEST_TURN_MS)}`,
      isMet: longest <= LONGEST_TURN_MS,
    },
  ];
}

async function measureSetting(setting: Setting, count: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  const member = fork(join(__dirname, 'busyMember.ts'), { execArgv: ['--import', 'tsx'] });
  // The first calls compile the code.
  await measureOthers(setting.others);
  for (const [work, { isOnce = false }] of Object.entries(WORKS)) {
    const rounds: Round[] = [];
    for (let round = 0; round < (isOnce ? 1 : count); round += 1) {
      rounds.push(await measureRound(member, work, setting));
    }
    findings.push(...findingsOf(`${work}, ${setting.name}`, rounds));
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
