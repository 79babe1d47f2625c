import type { BaseQueryApi, QueryReturnValue } from '@reduxjs/toolkit/query/react';
import * as v from 'valibot';
import type { DeploymentConfig } from '@data-manager/domain/deployment/deploymentConfig';
import { asRepeated, isRepeated, type RequestFailure } from '@data-manager/domain/failures/failure';
import { decideQueryRetry } from '@data-manager/domain/failures/queryRetry';
import { isFromServer, isWebPage } from '@data-manager/domain/failures/serverResponse';
import { parseJson } from '@data-manager/lib/parseJson';
import type { Ports } from '../platform/ports';
import { readRetryAfter } from '../platform/retryAfter';
import { wait, withTimeLimit } from '../platform/wait';
import { unauthorizedBody, type RefreshAhead, type RefreshSession } from '../session/refreshSession';
import { readAdminFlag, readSessionValue } from '../session/sessionValues';

/** A call of the wire contract. */
export interface ApiRequest {
  /** Method and path as in the wire contract, such as `GET /dataset/{projectHash}`. Shown in error messages. */
  readonly endpoint: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  /** Values of the path's placeholders. */
  readonly pathParams?: Readonly<Record<string, string>>;
  /** Query parameters in order. A name may occur several times. */
  readonly params?: readonly (readonly [name: string, value: string])[];
  /** Sent as JSON. */
  readonly body?: object;
  /** The change is made only if the item still has this entity tag. */
  readonly ifMatch?: string | undefined;
  /** The type of a response that is text instead of JSON. */
  readonly accept?: 'text/csv' | 'text/plain';
}

/** Options of an endpoint. */
export interface ExtraOptions {
  /** No toast: the screen that shows the data also shows its failures. */
  readonly silent?: boolean;
  /** A 404 counts as the value `null`. */
  readonly nullIfNotFound?: boolean;
  /** A refusal stays until a retry: components that mount later don't repeat the request. */
  readonly keepsRefusal?: boolean;
  /** Without a response for this long, in milliseconds, the server counts as unreachable. */
  readonly timeLimitMs?: number;
}

/** Values that the store passes to its thunks (`extra`) and sagas (context). */
export interface ThunkExtra {
  readonly ports: Ports;
  readonly config: DeploymentConfig;
  /** Shared by all requests of the store. */
  readonly refreshSession: RefreshSession;
  /** Renews tokens that expire soon. Only the requests of transfers do that. */
  readonly refreshAhead?: RefreshAhead;
}

/** RTK Query leaves `extra` untyped; `createAppStore` sets it. */
export function readThunkExtra(extra: unknown): ThunkExtra {
  return extra as ThunkExtra;
}

/** RTK Query keeps the metadata in actions, so it must not contain headers or URLs. */
interface ResponseMeta {
  readonly silent?: boolean;
  /** The `Retry-After` header, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

export type ApiResponse<Data = unknown> = QueryReturnValue<Data, RequestFailure, ResponseMeta>;

type RequestContext = Pick<BaseQueryApi, 'signal' | 'extra'>;

export type ApiBaseQuery = (
  request: ApiRequest,
  context: RequestContext,
  options?: ExtraOptions,
) => Promise<ApiResponse>;

/** Sends a request and resolves with the response body or a `RequestFailure`. Never rejects. */
export const baseQuery: ApiBaseQuery = withOptions(withReauth(withRetry(fetchOnce)));

function withOptions(query: ApiBaseQuery): ApiBaseQuery {
  return async (request, context, options = {}) => {
    const { silent = false, nullIfNotFound = false, timeLimitMs } = options;
    const meta: ResponseMeta = silent ? { silent } : {};
    const { data, error } =
      timeLimitMs === undefined
        ? await query(request, context)
        : await withTimeLimit(timeLimitMs, (signal) => query(request, { ...context, signal }), context.signal);
    if (error === undefined) return { data, meta };
    if (error.kind === 'not-found' && nullIfNotFound) return { data: null, meta };
    const isLate = error.kind === 'aborted' && !context.signal.aborted;
    return { error: isLate ? { kind: 'unreachable' } : error, meta };
  };
}

function withReauth(query: ApiBaseQuery): ApiBaseQuery {
  return (request, context) =>
    repeatAfterRefresh(() => query(request, context), readThunkExtra(context.extra), context.signal);
}

/**
 * Sends a request, and after a 401 refreshes the session and repeats the request once.
 *
 * Problem: a token can expire before any request. When the answer arrives, another request may have renewed the token, or
 * another user or sponsor may have signed in, for whom the request must not be repeated.
 * Idea: the token that the request was sent with is passed to `refreshSession`, which refreshes only if there is no newer one. The
 * request is repeated only for the same user and sponsor. Previews use this function, too.
 * Cost: the token, the user and the sponsor are read from storage for each request.
 */
export async function repeatAfterRefresh<Data>(
  send: () => Promise<ApiResponse<Data>>,
  { ports, refreshSession, refreshAhead }: ThunkExtra,
  signal: AbortSignal,
): Promise<ApiResponse<Data>> {
  await refreshAhead?.();
  const caller = readCaller(ports);
  const usedToken = readSessionValue(ports, 'access_token');
  const response = await send();
  if (response.error?.kind !== 'unauthorized') return response;
  const refresh = await refreshSession(usedToken);
  if (signal.aborted) return { error: { kind: 'aborted' } };
  if (readCaller(ports) !== caller) return response;
  const repeated: ApiResponse<Data> = refresh.ok ? await send() : { error: refresh.failure };
  const wasRepeatedBefore = repeated.error !== undefined && isRepeated(response.error);
  return wasRepeatedBefore ? { error: asRepeated(repeated.error) } : repeated;
}

/** A user may belong to several sponsors. */
function readCaller(ports: Ports): string {
  return JSON.stringify([readSessionValue(ports, 'sponsor_id'), readSessionValue(ports, 'user_id')]);
}

function withRetry(query: ApiBaseQuery): ApiBaseQuery {
  return (request, context) => fetchWithRetry(() => query(request, context), context.signal);
}

/** Retries until the attempt succeeds, fails in a way that a retry would not change, or the retry policy gives up. */
export async function fetchWithRetry<Data>(
  attempt: () => Promise<ApiResponse<Data>>,
  signal: AbortSignal,
): Promise<ApiResponse<Data>> {
  let mayBeDone = false;
  for (let retries = 0; ; retries += 1) {
    const { data, error, meta } = await attempt();
    if (error === undefined) return { data: data };
    const status = error.kind === 'refused' ? error.status : 0;
    const decision = decideQueryRetry(status, retries, meta?.retryAfterMs);
    if (decision.kind === 'give-up') return { error: mayBeDone && status < 500 ? asRepeated(error) : error };
    // The server may have processed the request before it failed.
    mayBeDone ||= status >= 500;
    await wait(decision.waitMs, signal);
    if (signal.aborted) return { error: { kind: 'aborted' } };
  }
}

/*
 * RTK Query's `fetchBaseQuery` is not used here: it puts the request with its `Authorization` header into the metadata of
 * actions, reads each body twice and rejects if the URL can't be built.
 */
async function fetchOnce(request: ApiRequest, { signal, extra }: RequestContext): Promise<ApiResponse> {
  const { ports, config } = readThunkExtra(extra);
  let url: string;
  let init: RequestInit;
  try {
    url = config.apiUrl + pathOf(request) + queryOf(request);
    init = { ...makeInit(request, ports), signal };
  } catch (error) {
    // Half of a surrogate pair in the URL, or a header value beyond Latin-1.
    ports.log(`${request.endpoint} could not be sent: ${String(error)}`);
    return { error: { kind: 'not-sendable' } };
  }
  try {
    const response = await ports.fetch(url, init);
    const text = await response.text();
    if (response.ok && request.accept !== undefined && !isWebPage(response.headers.get('Content-Type'))) {
      return { data: text };
    }
    if (!isFromServer(response.status, text)) return { error: { kind: 'unreachable' } };
    if (response.ok) return readBody(request.endpoint, text);
    return { error: readFailure(response, text), meta: { retryAfterMs: readRetryAfter(response.headers) } };
  } catch {
    return { error: { kind: signal.aborted ? 'aborted' : 'unreachable' } };
  }
}

function makeInit({ endpoint, body, ifMatch, accept }: ApiRequest, ports: Ports): RequestInit {
  const method = endpoint.slice(0, endpoint.indexOf(' '));
  const headers = new Headers({ Accept: accept ?? 'application/json' });
  const accessToken = readSessionValue(ports, 'access_token');
  if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`);
  const idToken = readSessionValue(ports, 'id_token');
  if (idToken !== null && readAdminFlag(ports)) headers.set('X-Id-Token', idToken);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (ifMatch !== undefined) headers.set('If-Match', `"${ifMatch}"`);
  return {
    method,
    headers,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // Not for the other methods: with `no-store`, Chromium would send a CORS preflight before each of them.
    ...(method === 'GET' && { cache: 'no-store' }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** Method and path of a request, with the placeholders filled in. */
export function requestLine(request: ApiRequest): string {
  return `${request.endpoint.slice(0, request.endpoint.indexOf(' '))} ${pathOf(request)}`;
}

function pathOf({ endpoint, pathParams = {} }: ApiRequest): string {
  const template = endpoint.slice(endpoint.indexOf(' ') + 1);
  return template.replace(/\{(\w+)\}/g, (_placeholder, name: string) => encodeURIComponent(pathParams[name] ?? ''));
}

function queryOf({ params = [] }: ApiRequest): string {
  if (params.length === 0) return '';
  return `?${params.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}

/** An empty body counts as `{}`. */
function readBody(endpoint: string, text: string): ApiResponse {
  const body = text.trim() === '' ? {} : parseJson(text);
  if (body === undefined) return { error: { kind: 'bad-answer', endpoint, field: 'body' } };
  if (v.is(unauthorizedBody, body)) return { error: { kind: 'unauthorized' } };
  return { data: body };
}

/** Longest server message shown, in characters. */
const MAX_MESSAGE_LENGTH = 500;

/** Cuts between words, because half of a secret would not be recognised as one. */
function shorten(text: string): string {
  if (text.length <= MAX_MESSAGE_LENGTH) return text;
  const kept = text.slice(0, MAX_MESSAGE_LENGTH + 1).replace(/\S+$/, '');
  return `${kept.trimEnd()}…`;
}

const message = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.transform(shorten));

/** An empty or malformed member counts as absent. */
const errorBody = v.object({
  msg: v.fallback(v.optional(message), undefined),
  code: v.fallback(v.optional(v.string()), undefined),
});

function readFailure({ status, statusText }: Response, text: string): RequestFailure {
  if (status === 401) return { kind: 'unauthorized' };
  const body = v.safeParse(errorBody, parseJson(text));
  const { msg, code } = body.success ? body.output : {};
  const withCode = code === undefined ? {} : { code };
  const withMessage = msg === undefined ? {} : { message: msg };
  if (status === 412) return { kind: 'changed' };
  if (status === 403) return { kind: 'forbidden', ...withMessage };
  if (status === 404) return { kind: 'not-found', ...withMessage, ...withCode };
  return { kind: 'refused', status, message: msg ?? (statusText || String(status)), ...withCode };
}
