import type { SessionValues } from '@data-manager/domain/session/session';
import { aSession, signIn, type FakePorts } from '../../support/fakePorts';
import type { FakeAnswer, FakeHandler, FakeResponse, RecordedCall } from '../../support/fakeServer';
import type { Network } from './faultRunNetwork';
import type { ApiFault, ApiOperation, FaultScript, RefreshFault, Schedule } from './faultRunSchedule';
import type { Completion, ServerUploads } from './faultRunStorage';

/** Latency of a request or a response, normally and for a slow response. */
const LATENCY_MS = 40;
const SLOW_MS = 20_000;
const REFRESH_MS = 60;

interface Connection {
  readonly script: FaultScript;
  readonly network: Network;
}

/** Simulates the identity service: one access token and one refresh token are valid at a time. A refresh replaces both. */
export function createTokens({ refreshes }: Pick<Schedule, 'refreshes'>, { script, network }: Connection) {
  let generation = 1;
  let isAccessValid = true;
  let isRefreshValid = true;
  const { id_token, access_token: firstAccess, refresh_token: firstRefresh } = aSession();
  const accessToken = (): string => (generation === 1 ? firstAccess : `access-${generation}`);
  const refreshToken = (): string => (generation === 1 ? firstRefresh : `refresh-${generation}`);
  const renew = (): void => {
    generation += 1;
    isAccessValid = true;
    isRefreshValid = true;
  };
  return {
    accepts: (authorization: string | null) => isAccessValid && authorization === `Bearer ${accessToken()}`,
    expire: () => {
      isAccessValid = false;
    },
    revoke: () => {
      isAccessValid = false;
      isRefreshValid = false;
    },
    /** Handles `POST /auth/token`. */
    refresh: async ({ headers }: RecordedCall): Promise<FakeAnswer> => {
      const fault = script.next<RefreshFault>('refresh', refreshes);
      if ((await network.transfer(REFRESH_MS)) === 'dropped' || fault === 'dropped') return 'unreachable';
      if (fault === 'status-503') return { status: 503, json: {} };
      if (fault === 'garbled') return GARBLED;
      if (!isRefreshValid || headers.get('X-Refresh-Token') !== refreshToken()) {
        return refusal(401, 'The session has ended.');
      }
      renew();
      const json = { id_token, access_token: accessToken(), refresh_token: refreshToken(), domain: '' };
      const isLost = (await network.transfer(REFRESH_MS)) === 'dropped' || fault === 'answer-lost';
      return isLost ? 'unreachable' : { json };
    },
    /** Signs a user in through the login page, by default the member of `acme`. */
    signInAgain: (ports: FakePorts, who: Partial<SessionValues> = {}): void => {
      renew();
      signIn(ports, { ...who, access_token: accessToken(), refresh_token: refreshToken() });
      ports.control.returnToPage();
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;

export type Exchange = (call: RecordedCall, fault: string | undefined, work: () => FakeResponse) => Promise<FakeAnswer>;

/**
 * Returns a function that sends a call and its response over the network with a fault. `work` takes effect when the
 * request arrives, even if the page aborts it or the response is lost.
 */
export function createExchange(network: Network, tokens: Tokens): Exchange {
  const respond: (...parameters: Parameters<Exchange>) => FakeResponse = ({ headers }, fault, work) => {
    if (fault === 'token-expired') tokens.expire();
    if (!tokens.accepts(headers.get('Authorization'))) return refusal(401, 'The token has expired.');
    const status = /^status-(\d+)$/.exec(fault ?? '')?.[1];
    if (status !== undefined) return refusal(Number(status), 'Not now.');
    if (fault === 'forbidden') return refusal(403, 'Not allowed.');
    if (fault === 'garbled') return GARBLED;
    if (fault === 'unauthorized-body') return { json: { code: 'UNAUTHORIZED' } };
    const response = work();
    return fault === 'done-but-503' ? refusal(503, 'Not now.') : response;
  };
  return async (call, fault, work) => {
    if ((await network.transfer(LATENCY_MS)) === 'dropped' || fault === 'dropped') return 'unreachable';
    const response = respond(call, fault, work);
    const result = await network.transfer(fault === 'slow' ? SLOW_MS : LATENCY_MS);
    return result === 'arrived' && fault !== 'answer-lost' ? response : 'unreachable';
  };
}

interface Surroundings extends Connection {
  readonly schedule: Schedule;
  readonly uploads: ServerUploads;
  readonly tokens: Tokens;
  readonly exchange: Exchange;
  /** Creates a presigned URL. */
  readonly sign: (uploadId: string, partNumber: number) => string;
}

/** Creates the routes of uploads and tokens for a fake server. */
export function createUploadsApi({ schedule, script, uploads, tokens, exchange, sign }: Surroundings) {
  /** Ids of uploads that were started by a call whose response was lost. */
  const lostStarts: string[] = [];
  /** Ids of uploads whose cancellation was requested. */
  const cancelRequests = new Set<string>();
  const violations: string[] = [];
  let withoutToken = 0;

  const send = (operation: ApiOperation, call: RecordedCall, work: () => FakeResponse): Promise<FakeAnswer> => {
    if (operation !== 'cancel' && !call.headers.has('Authorization')) withoutToken += 1;
    return exchange(call, script.next<ApiFault>(operation, schedule.api[operation]), work);
  };

  const signFrom = (uploadId: string, first: number, totalParts: number) => {
    const count = Math.min(schedule.urlsAtOnce, totalParts - first + 1);
    const numbers = Array.from({ length: count }, (_, index) => first + index);
    return numbers.map((partNumber) => ({ partNumber, url: sign(uploadId, partNumber) }));
  };

  // The tests of the gateways check that bodies match the wire contract.
  const routes: Readonly<Record<string, FakeHandler>> = {
    'GET /config': () => ({ json: { features: schedule.hasStartUrls ? ['upload.startUrls'] : [] } }),
    'POST /upload/start': async (call) => {
      const { key, totalParts } = call.body as Completion & { readonly totalParts?: number };
      let uploadId: string | undefined;
      const answer = await send('start', call, () => {
        uploadId = uploads.start(key).id;
        return { json: { uploadId, ...(totalParts !== undefined && { urls: signFrom(uploadId, 1, totalParts) }) } };
      });
      if (uploadId !== undefined && !isSuccess(answer)) lostStarts.push(uploadId);
      return answer;
    },
    'GET /upload/urls': (call) =>
      send('urls', call, () => {
        const uploadId = call.query.get('uploadId') ?? '';
        if (uploads.findOpen(uploadId) === undefined) return NO_SUCH_UPLOAD;
        const [first, totalParts] = [call.query.get('partNumber'), call.query.get('totalParts')].map(Number);
        return { json: signFrom(uploadId, first ?? 1, totalParts ?? 1) };
      }),
    'POST /upload/complete': (call) =>
      send('complete', call, () => {
        const body = call.body as Completion;
        const result = uploads.complete(body);
        if (result === 'no-such-upload') return NO_SUCH_UPLOAD;
        if (result !== 'parts-differ') return { json: {} };
        violations.push(`the parts in the call to complete ${body.uploadId} differ from the stored ones`);
        return refusal(400, 'The parts differ.');
      }),
    'DELETE /upload/cancel': (call) => {
      const { uploadId } = call.body as Completion;
      cancelRequests.add(uploadId);
      return send('cancel', call, () => {
        uploads.cancel(uploadId);
        return { json: {} };
      });
    },
    'POST /auth/token': tokens.refresh,
  };
  return {
    routes,
    lostStarts,
    cancelRequests,
    violations,
    /** Returns the number of calls other than a cancellation or a refresh that had no token. */
    withoutToken: () => withoutToken,
  };
}

const GARBLED: FakeResponse = { text: '<html>Welcome to this network</html>' };
const NO_SUCH_UPLOAD: FakeResponse = { status: 404, json: { msg: 'No such upload', code: 'NO_SUCH_UPLOAD' } };

/** Creates an error response. */
function refusal(status: number, msg: string): FakeResponse {
  return { status, json: { msg } };
}

/** Returns true for a 2xx response. */
export function isSuccess(answer: FakeAnswer): boolean {
  return typeof answer === 'object' && (answer.status ?? 200) < 300;
}
