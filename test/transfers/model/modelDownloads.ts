import type { FakeAnswer, FakeHandler, FakeResponse, RecordedCall } from '../../support/fakeServer';
import { isSuccess, type Exchange } from '../uploads/faultRunApi';
import type { ApiFault, FaultScript } from '../uploads/faultRunSchedule';
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
  readonly script: FaultScript;
  readonly exchange: Exchange;
}

/** Creates the routes of downloads for a fake server. */
export function createDownloadsApi({ schedule, script, exchange }: Surroundings) {
  const jobs = new Map<string, Job>();
  /** Ids of downloads that the server has reported as lost. */
  const reportedLost = new Set<string>();
  /** Ids of downloads whose cancellation was requested. */
  const cancelRequests = new Set<string>();
  /** Ids of downloads that were started by a call whose response was lost. */
  const lostStarts = new Set<string>();

  const start = async (call: RecordedCall): Promise<FakeAnswer> => {
    const fault = script.next<StartAnswer>('download start', schedule.starts);
    let ref: string | undefined;
    const answer = await exchange(call, fault, () => {
      ref = `ref-${jobs.size + 1}`;
      jobs.set(ref, { polls: 0, state: fault === 'with-link' ? 'ended' : 'open' });
      return { json: { ref, ...(fault === 'with-link' ? { url: linkOf(ref) } : {}) } };
    });
    // An aborted request receives no response either.
    if (ref !== undefined && (!isSuccess(answer) || call.signal?.aborted === true)) lostStarts.add(ref);
    return answer;
  };

  const progress = (ref: string, fault: PollAnswer | undefined): FakeResponse => {
    const job = jobs.get(ref);
    const lose = (response: FakeResponse): FakeResponse => {
      reportedLost.add(ref);
      if (job !== undefined) job.state = 'ended';
      return response;
    };
    if (job === undefined || job.state === 'cancelled') return lose({ json: { status: 'FAILED', code: 'NOT_FOUND' } });
    job.polls += 1;
    // The total is an estimate and may be too small.
    const sizes = { totalFiles: 3, totalSize: 100, completedSize: job.state === 'ended' ? 100 : job.polls * 40 };
    const lost = LOST[fault ?? ''];
    if (lost !== undefined) return lose(lost);
    if (fault === 'preparing' || (fault === undefined && job.polls < 4)) {
      return { json: { status: 'PREPARING', ...sizes } };
    }
    job.state = 'ended';
    const status = fault === 'no-such-upload-with-link' ? 'NO_SUCH_UPLOAD' : 'COMPLETED';
    return { json: { status, ...sizes, completedSize: 100, url: linkOf(ref) } };
  };

  /** @param onStart called for each start; the returned function is called when the start has ended */
  const createRoutes = (onStart: (body: StartBody) => () => void): Readonly<Record<string, FakeHandler>> => ({
    'POST /download': async (call) => {
      const onEnd = onStart(call.body as StartBody);
      call.signal?.addEventListener('abort', onEnd);
      const answer = await start(call);
      if (call.signal?.aborted !== true) onEnd();
      return answer;
    },
    'GET /download/progress/*': (call) => {
      const fault = script.next<PollAnswer>('poll', schedule.polls);
      return exchange(call, fault, () => progress(call.path.split('/').at(-1) ?? '', fault));
    },
    'DELETE /download/cancel': (call) => {
      const { refId } = call.body as { readonly refId: string };
      cancelRequests.add(refId);
      return exchange(call, script.next<ApiFault>('download cancel', schedule.cancels), () => {
        const job = jobs.get(refId);
        if (job !== undefined) job.state = 'cancelled';
        return { json: {} };
      });
    },
  });

  return { createRoutes, jobs, reportedLost, cancelRequests, lostStarts };
}

export type DownloadsApi = ReturnType<typeof createDownloadsApi>;

/** Responses of a server that has lost a download. */
const LOST: Readonly<Record<string, FakeResponse>> = {
  'not-found': { status: 404, json: { msg: 'No such reference', code: 'NOT_FOUND' } },
  'not-found-code': { json: { status: 'NO_SUCH_UPLOAD', code: 'NOT_FOUND' } },
  failed: { json: { status: 'FAILED' } },
  'completed-without-link': { json: { status: 'COMPLETED' } },
  'no-such-upload': { json: { status: 'NO_SUCH_UPLOAD' } },
  'bad-link': { json: { status: 'COMPLETED', url: 'javascript:alert(1)' } },
};

function linkOf(ref: string): string {
  return `https://files.test/${ref}.zip`;
}
