import type { Ports } from '../../../src/platform/ports';
import type { Completion, Ledger } from './faultRunLedger';
import type { Line } from './faultRunLine';
import type { ApiFault, ApiOperation, Schedule } from './faultRunSchedule';
import type { Script } from './faultRunScript';
import type { createTokens } from './faultRunTokens';

/** Latency of a request or a response, normally and for a slow response. */
export const LEG_MS = 40;
export const SLOW_MS = 20_000;

export interface Answer {
  readonly status: number;
  readonly text: string;
}

interface ApiCall {
  readonly query: URLSearchParams;
  /** The request body, assumed to match the wire contract. */
  readonly body: Completion;
}

const OPERATIONS: Readonly<Record<string, ApiOperation | 'refresh'>> = {
  'POST /v1/upload/start': 'start',
  'GET /v1/upload/urls': 'urls',
  'POST /v1/upload/complete': 'complete',
  'DELETE /v1/upload/cancel': 'cancel',
  'POST /v1/auth/token': 'refresh',
};

interface Surroundings {
  readonly schedule: Schedule;
  readonly script: Script;
  readonly line: Line;
  readonly ledger: Ledger;
  readonly tokens: ReturnType<typeof createTokens>;
  /** Creates a presigned URL. */
  readonly sign: (uploadId: string, partNumber: number) => string;
}

/** Effects of the API whose responses may not have reached the page. */
interface ApiBooks {
  /** Uploads that were started without a response that reached the page. */
  readonly startsUnheard: string[];
  /** Ids of uploads whose cancellation was requested. */
  readonly cancelsAsked: Set<string>;
  /** Number of calls other than a cancellation or a refresh without a token. */
  withoutToken: number;
  readonly violations: string[];
}

/**
 * Simulates the API over a faulty network in virtual time. Unlike `createFakeServer`, it keeps the state of uploads, and
 * a request that was sent takes effect even if the page aborts it.
 */
export function createApi({ schedule, script, line, ledger, tokens, sign }: Surroundings) {
  const books: ApiBooks = { startsUnheard: [], cancelsAsked: new Set(), withoutToken: 0, violations: [] };

  const work: Readonly<Record<ApiOperation, (call: ApiCall) => Answer>> = {
    start: ({ body }) => json({ uploadId: ledger.start(body.key).id }),
    urls: ({ query }) => {
      const uploadId = query.get('uploadId') ?? '';
      if (ledger.findOpen(uploadId) === undefined) return noSuchUpload;
      const first = Number(query.get('partNumber'));
      const count = Math.min(schedule.urlsAtOnce, Number(query.get('totalParts')) - first + 1);
      const numbers = Array.from({ length: count }, (_, index) => first + index);
      return json(numbers.map((partNumber) => ({ partNumber, url: sign(uploadId, partNumber) })));
    },
    complete: ({ body }) => {
      const answer = ledger.complete(body);
      if (answer === 'no-such-upload') return noSuchUpload;
      if (answer !== 'parts-differ') return json({});
      books.violations.push(`${body.uploadId} was to be completed with parts that are not what the storage holds`);
      return refusal(400, 'The parts differ.');
    },
    cancel: ({ body }) => {
      ledger.cancel(body.uploadId);
      return json({});
    },
  };

  const act = (operation: ApiOperation, call: ApiCall, token: string, fault: ApiFault | undefined): Answer => {
    if (fault === 'token-expired') tokens.expire();
    if (!tokens.accepts(token)) return refusal(401, 'The token has expired.');
    if (fault === 'forbidden') return refusal(403, 'Not allowed.');
    if (fault === 'garbled') return { status: 200, text: '<html>Welcome to this network</html>' };
    const status = /^status-(\d+)$/.exec(fault ?? '')?.[1];
    if (status !== undefined) return refusal(Number(status), 'Not now.');
    const answer = work[operation](call);
    return fault === 'done-but-503' ? refusal(503, 'Not now.') : answer;
  };

  /** Returns the response, or undefined if none reaches the page. */
  const exchange = async (operation: ApiOperation, call: ApiCall, token: string): Promise<Answer | undefined> => {
    const fault = script.next<ApiFault>(operation, schedule.api[operation]);
    if ((await line.travel(LEG_MS)) === 'dropped' || fault === 'dropped') return undefined;
    const before = ledger.uploads.size;
    const answer = act(operation, call, token, fault);
    const begun = ledger.uploads.size > before ? [...ledger.uploads.values()].at(-1) : undefined;
    const back = await line.travel(fault === 'slow' ? SLOW_MS : LEG_MS);
    const heard = back === 'arrived' && fault !== 'answer-lost' ? answer : undefined;
    const isHeard = heard !== undefined && heard.status < 300;
    if (begun !== undefined && !isHeard) books.startsUnheard.push(begun.id);
    return heard;
  };

  const apiFetch: typeof fetch = async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const operation = OPERATIONS[`${init.method ?? 'GET'} ${url.pathname}`];
    const headers = new Headers(init.headers);
    const token = headers.get('Authorization') ?? '';
    // The tests of the gateways check that bodies match the wire contract.
    const body = JSON.parse(typeof init.body === 'string' ? init.body : '{}') as Completion;
    if (operation === 'cancel') books.cancelsAsked.add(body.uploadId);
    else if (operation !== 'refresh' && token === '') books.withoutToken += 1;
    const answering =
      operation === 'refresh'
        ? tokens.refresh(headers.get('X-Refresh-Token') ?? '')
        : operation && exchange(operation, { query: url.searchParams, body }, token);
    return untilLetGo(answering ?? Promise.resolve(refusal(404, 'No such route.')), init.signal ?? undefined);
  };
  return { fetch: apiFetch satisfies Ports['fetch'], books };
}

const noSuchUpload: Answer = { status: 404, text: JSON.stringify({ msg: 'No such upload', code: 'NO_SUCH_UPLOAD' }) };

/** Creates a JSON response with the status 200. */
export function json(body: object): Answer {
  return { status: 200, text: JSON.stringify(body) };
}

/** Creates an error response. */
export function refusal(status: number, msg: string): Answer {
  return { status, text: JSON.stringify({ msg }) };
}

/** Resolves or rejects as `fetch` does, including an immediate rejection when it is aborted. */
export function untilLetGo(answering: Promise<Answer | undefined>, signal: AbortSignal | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    void answering.then((answer) => {
      if (answer === undefined) reject(new TypeError('Failed to fetch'));
      else resolve(new Response(answer.text, { status: answer.status }));
    });
  });
}
