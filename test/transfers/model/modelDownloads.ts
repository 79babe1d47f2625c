import { json, LEG_MS, refusal, SLOW_MS, untilLetGo, type Answer } from '../uploads/faultRunApi';
import type { Line } from '../uploads/faultRunLine';
import type { ApiFault } from '../uploads/faultRunSchedule';
import type { Script } from '../uploads/faultRunScript';
import type { createTokens } from '../uploads/faultRunTokens';
import type { ModelSchedule, PollAnswer, StartAnswer } from './modelSchedule';

/** Request body of `POST /download`. */
export interface StartBody {
  readonly folder?: string;
  readonly files?: readonly string[];
  readonly onlyDownSamples: boolean;
}

/** A requested archive. */
interface Job {
  polls: number;
  state: 'open' | 'cancelled' | 'ended';
}

interface Surroundings {
  readonly schedule: ModelSchedule;
  readonly script: Script;
  readonly line: Line;
  readonly tokens: ReturnType<typeof createTokens>;
}

type Fault = StartAnswer | PollAnswer | ApiFault | undefined;

/** Responses that replace the regular one. */
const STATUS_OF: Readonly<Record<string, Answer>> = {
  forbidden: refusal(403, 'Not allowed.'),
  'not-found': { status: 404, text: '{"msg":"No such reference","code":"NOT_FOUND"}' },
  'unauthorized-body': json({ code: 'UNAUTHORIZED' }),
  garbled: { status: 200, text: '<html>Welcome to this network</html>' },
};

/**
 * Simulates the download endpoints over a faulty network in virtual time. Unlike `createFakeServer`, it keeps the state of
 * archives, and a request that was sent takes effect even if the page aborts it.
 */
export function createDownloadsApi({ schedule, script, line, tokens }: Surroundings) {
  const jobs = new Map<string, Job>();
  /** Ids of downloads that the server has reported as lost. */
  const saidLost = new Set<string>();
  /** Ids of downloads whose cancellation was requested. */
  const cancelsAsked = new Set<string>();
  /** Ids of downloads that were started without a response that reached the page. */
  const unheard = new Set<string>();

  const start = (fault: Fault): Answer => {
    const ref = `ref-${jobs.size + 1}`;
    jobs.set(ref, { polls: 0, state: fault === 'with-link' ? 'ended' : 'open' });
    return json({ ref, ...(fault === 'with-link' ? { url: linkOf(ref) } : {}) });
  };

  const progress = (ref: string, fault: Fault): Answer => {
    const job = jobs.get(ref);
    const lose = (answer: Answer): Answer => {
      saidLost.add(ref);
      if (job !== undefined) job.state = 'ended';
      return answer;
    };
    if (job === undefined || job.state === 'cancelled') return lose(json({ status: 'FAILED', code: 'NOT_FOUND' }));
    job.polls += 1;
    // The total is an estimate and may be too small.
    const sizes = { totalFiles: 3, totalSize: 100, completedSize: job.state === 'ended' ? 100 : job.polls * 40 };
    if (fault === 'not-found') return lose(STATUS_OF['not-found'] ?? json({}));
    if (fault === 'not-found-code') return lose(json({ status: 'NO_SUCH_UPLOAD', code: 'NOT_FOUND' }));
    if (fault === 'failed') return lose(json({ status: 'FAILED' }));
    if (fault === 'completed-without-link') return lose(json({ status: 'COMPLETED' }));
    if (fault === 'no-such-upload') return lose(json({ status: 'NO_SUCH_UPLOAD' }));
    if (fault === 'bad-link') return lose(json({ status: 'COMPLETED', url: 'javascript:alert(1)' }));
    if (fault === 'preparing' || (fault === undefined && job.polls < 4)) return json({ status: 'PREPARING', ...sizes });
    job.state = 'ended';
    const status = fault === 'no-such-upload-with-link' ? 'NO_SUCH_UPLOAD' : 'COMPLETED';
    return json({ status, ...sizes, completedSize: 100, url: linkOf(ref) });
  };

  const cancel = (ref: string): Answer => {
    const job = jobs.get(ref);
    if (job !== undefined) job.state = 'cancelled';
    return json({});
  };

  const act = (work: () => Answer, token: string, fault: Fault): Answer => {
    if (fault === 'token-expired') tokens.expire();
    if (!tokens.accepts(token)) return refusal(401, 'The token has expired.');
    const status = /^status-(\d+)$/.exec(fault ?? '')?.[1];
    if (status !== undefined) return refusal(Number(status), 'Not now.');
    const refused = fault === 'not-found' ? undefined : STATUS_OF[fault ?? ''];
    if (refused !== undefined) return refused;
    const answer = work();
    return fault === 'done-but-503' ? refusal(503, 'Not now.') : answer;
  };

  const exchange = async (
    work: () => Answer,
    token: string,
    fault: Fault,
    signal: AbortSignal | undefined,
  ): Promise<Answer | undefined> => {
    if ((await line.travel(LEG_MS)) === 'dropped' || fault === 'dropped') return undefined;
    const before = jobs.size;
    const answer = act(work, token, fault);
    const made = jobs.size > before ? `ref-${jobs.size}` : undefined;
    const back = await line.travel(fault === 'slow' ? SLOW_MS : LEG_MS);
    const heard = back === 'arrived' && fault !== 'answer-lost' ? answer : undefined;
    // An aborted request receives no response either.
    const isHeard = heard !== undefined && heard.status < 300 && signal?.aborted !== true;
    if (made !== undefined && !isHeard) unheard.add(made);
    return heard;
  };

  /** Returns undefined for other endpoints. Calls `noteStart` for each start, and its result when the start ends. */
  const fetchDownload = (
    input: Parameters<typeof fetch>[0],
    init: RequestInit = {},
    noteStart: (body: StartBody) => () => void,
  ): Promise<Response> | undefined => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (!pathname.startsWith('/v1/download')) return undefined;
    const token = new Headers(init.headers).get('Authorization') ?? '';
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as StartBody & {
      readonly refId?: string;
    };
    const signal = init.signal ?? undefined;
    if (init.method === 'DELETE') {
      const ref = body.refId ?? '';
      cancelsAsked.add(ref);
      const fault = script.next<ApiFault>('download cancel', schedule.cancels);
      return untilLetGo(
        exchange(() => cancel(ref), token, fault, signal),
        signal,
      );
    }
    if (init.method === 'POST') {
      const noteEnd = noteStart(body);
      const fault = script.next<StartAnswer>('download start', schedule.starts);
      return untilLetGo(
        exchange(() => start(fault), token, fault, signal),
        signal,
      ).finally(noteEnd);
    }
    const ref = pathname.split('/').at(-1) ?? '';
    const fault = script.next<PollAnswer>('poll', schedule.polls);
    return untilLetGo(
      exchange(() => progress(ref, fault), token, fault, signal),
      signal,
    );
  };

  return { fetch: fetchDownload, jobs, saidLost, cancelsAsked, unheard };
}

export type DownloadsApi = ReturnType<typeof createDownloadsApi>;

function linkOf(ref: string): string {
  return `https://files.test/${ref}.zip`;
}
