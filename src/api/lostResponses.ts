import { hasValues, madeMoves } from '@data-manager/domain/failures/changeProof';
import { hasCircle, type FileMove } from '@data-manager/domain/names/moveBatches';
import { md5OfText } from '@data-manager/domain/uploads/checksums';
import { commonFolder } from '@data-manager/lib/commonFolder';
import { isRecord } from '@data-manager/lib/isRecord';
import { wait } from '../platform/wait';
import type { ApiBaseQuery, ApiRequest, ApiResponse } from './baseQuery';

/** Pauses before the state is read: the server may still be at work, or a proxy out of order. */
const READ_PAUSES_MS = [0, 1_000, 3_000];

/** A project, dataset, run or file as the server sends it. */
type Row = Readonly<Record<string, unknown>>;

/** The calls that read the state, by the changes that users make. Transfers have rules of their own. */
const READS: readonly (readonly [change: RegExp, read: ApiRequest['endpoint']])[] = [
  [/^(?!GET ).+ \/project/, 'GET /project'],
  [/^(?!GET ).+ \/dataset\//, 'GET /dataset/{datasetHash}'],
  [/^(?!GET ).+ \/dataset$/, 'GET /dataset/{projectHash}'],
  [/^(?!GET ).+ \/pipeline\//, 'GET /pipeline/{pipeline}/{datasetHash}'],
  [/^(?!GET ).+ \/manage\/files(\/restore|\/move)?$/, 'GET /manage/files'],
];

/** Reads from the server whether a change was made whose response is lost. */
export async function proveChange(
  query: ApiBaseQuery,
  change: ApiRequest,
  context: Parameters<ApiBaseQuery>[1],
  response: ApiResponse,
) {
  const endpoint = READS.find(([pattern]) => pattern.test(change.endpoint))?.[1];
  const { error } = response;
  if (endpoint === undefined || error === undefined) return response;
  const { keys = [], moves = [], projectHash = '' } = bodyOf(change);
  const folder = commonFolder([...keys, ...moves.flatMap(({ from, to }) => [from, to])]);
  const request: ApiRequest = {
    endpoint,
    pathParams: { projectHash, ...change.pathParams },
    ...(folder !== '' && { params: [['path', folder.slice(0, -1)]] }),
  };
  let outcome: 'not-made' | 'unknown' = 'unknown';
  for (const pauseMs of READ_PAUSES_MS) {
    await wait(pauseMs, context.signal);
    const rows = await readRows((sent) => query(sent, context), request);
    const shown = rows && (folder === '' ? shownRow(rows, change) : shownFiles(rows, change));
    if (isRecord(shown)) return { data: shown };
    if (shown === 'unknown' || (rows && outcome === 'not-made')) break;
    if (rows) outcome = 'not-made';
  }
  return { error: { ...error, outcome } };
}

/** Reads all pages of a list, or one row; no rows if that is not found. Undefined after another failure. */
async function readRows(
  send: (request: ApiRequest) => ReturnType<ApiBaseQuery>,
  request: ApiRequest,
): Promise<readonly Row[] | undefined> {
  const all: Row[] = [];
  for (let next: ApiRequest | undefined = request; next !== undefined;) {
    const { data, error } = await send(next);
    if (error !== undefined) return error.kind === 'not-found' && request.endpoint.includes('{') ? [] : undefined;
    const body = isRecord(data) ? data : { files: data };
    const rows = body.projects ?? body.datasets ?? body.files ?? [body];
    if (!Array.isArray(rows)) return undefined;
    for (const row of rows) if (isRecord(row)) all.push(row);
    const { cursor } = body;
    // A page without rows ends a list that would not end.
    const hasMore = typeof cursor === 'string' && cursor !== '' && rows.length > 0;
    next = hasMore ? { ...request, params: [...(request.params ?? []), ['cursor', cursor]] } : undefined;
  }
  return all;
}

/** Returns the response that a change would have had; undefined if it was not made, `unknown` if the rows can't show it. */
function shownRow(rows: readonly Row[], change: ApiRequest): Row | 'unknown' | undefined {
  const { endpoint, body = {} } = change;
  const own = rows.filter(isOf(change));
  if (endpoint.startsWith('DELETE ')) return own.length === 0 ? {} : undefined;
  if (!endpoint.startsWith('POST /pipeline/')) return own.find((row) => hasValues(row, body));
  // A run that has ended may be an earlier one.
  return own.every(({ status }) => status === 'QUEUED' || status === 'RUNNING') ? own[0] : 'unknown';
}

/** Where the server sends no hash of a project, a new title changes it. */
function isOf({ pathParams = {}, params = [], body = {} }: ApiRequest): (row: Row) => boolean {
  const { datasetHash, projectHash } = pathParams;
  return ({ jobId, ...row }) => {
    if (datasetHash !== undefined || projectHash === undefined) return params.every(([, value]) => value === jobId);
    const hash = row.projectHash ?? md5OfText(`${String(row.sponsorId)}/${String(row.title)}`);
    return hash === projectHash || (row.projectHash === undefined && 'title' in body && row.title === body.title);
  };
}

/** The members of bodies that are needed to read the state. */
interface ChangeBody {
  readonly projectHash?: string;
  readonly keys?: readonly string[];
  readonly moves?: readonly FileMove[];
  readonly replace?: boolean;
}

function bodyOf({ body = {} }: ApiRequest): ChangeBody {
  return body;
}

/** As `shownRow`. A file that replaces another, or exchanges names with it, has a key that was listed before. */
function shownFiles(rows: readonly Row[], change: ApiRequest): Row | 'unknown' | undefined {
  const { keys = [], moves = [], replace = false } = bodyOf(change);
  if (replace || hasCircle(moves)) return 'unknown';
  const listed = new Set(rows.map(({ key }) => key));
  const isDeletion = change.endpoint.startsWith('DELETE ');
  const changed = keys.filter((key) => listed.has(key) !== isDeletion);
  const moved = madeMoves(moves, listed);
  if (moved.length > 0) return { moved };
  return changed.length > 0 ? { [isDeletion ? 'deleted' : 'restored']: changed } : undefined;
}
