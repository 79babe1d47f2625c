import * as v from 'valibot';
import type { Failure } from '../domain/failures/failure';
import { parseJson } from '../lib/parseJson';
import { parseJsonInPieces } from '../lib/parseJsonInPieces';
import { err, ok, type Result } from '../lib/result';
import { runInSlices } from '../platform/inSlices';
import { readRetryAfter } from '../platform/retryAfter';
import { unauthorizedBody } from '../session/requestTokens';
import { readAdminFlag, readSessionValue } from '../session/sessionValues';
import type { ApiRequest, SendOnce } from './request';
import type { ThunkExtra } from './thunkExtra';

/** The core of the onion: headers, one fetch, and the answer's body or a failure. Never throws. */
export const sendRequest: SendOnce = async (request, { ports, config }, signal) => {
  const made = makeRequest(request, ports, config.apiUrl);
  if (!made.ok) return made;
  const answer = await fetchText(made.value, ports, signal);
  if (!answer.ok) return answer;
  const { response, text } = answer.value;
  if (response.ok) return readBody(text, request, ports, signal);
  return { ...err(failureOf(response, text)), retryAfterMs: readRetryAfter(response.headers) };
};

interface MadeRequest {
  readonly url: string;
  readonly init: RequestInit;
}

/** Half of a surrogate pair in an address, or a header beyond Latin-1, is refused by the browser before it sends anything. */
function makeRequest(request: ApiRequest, ports: ThunkExtra['ports'], apiUrl: string): Result<MadeRequest, Failure> {
  try {
    return ok({
      url: apiUrl + request.path + queryOf(request),
      init: {
        method: request.method,
        headers: headersOf(request, ports),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        ...cacheModeOf(request),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      },
    });
  } catch (error) {
    ports.log(`${request.endpoint} could not be sent: ${String(error)}`);
    return err({ kind: 'not-sendable' });
  }
}

/** Whatever `fetch` rejects with: there was no answer, or not the whole of it. */
async function fetchText(
  { url, init }: MadeRequest,
  { fetch }: ThunkExtra['ports'],
  signal: AbortSignal,
): Promise<Result<{ readonly response: Response; readonly text: string }, Failure>> {
  try {
    const response = await fetch(url, { ...init, signal });
    return ok({ response, text: await response.text() });
  } catch {
    return err(signal.aborted ? { kind: 'aborted' } : { kind: 'unreachable' });
  }
}

function headersOf(request: ApiRequest, ports: ThunkExtra['ports']): Headers {
  const headers = new Headers({ Accept: 'application/json' });
  const accessToken = readSessionValue(ports, 'access_token');
  if (accessToken !== null) headers.set('Authorization', `Bearer ${accessToken}`);
  const idToken = readSessionValue(ports, 'id_token');
  if (idToken !== null && readAdminFlag(ports)) headers.set('X-Id-Token', idToken);
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  return headers;
}

/**
 * What is read is read anew. Browsers keep nothing of calls that write, and there the mode would only do harm: Chromium
 * then asks for leave (CORS preflight) before each of them, however long the last answer was good for.
 */
function cacheModeOf({ method }: ApiRequest): Pick<RequestInit, 'cache'> {
  return method === 'GET' ? { cache: 'no-store' } : {};
}

function queryOf({ params = [] }: ApiRequest): string {
  if (params.length === 0) return '';
  return `?${params.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}

/** Characters from which on a body is parsed slice by slice: at once it would keep the page's thread for a felt time. */
const LONG_BODY = 1_000_000;

/** An empty body counts as `{}`: a deletion may have nothing to say. */
async function readBody(
  text: string,
  { endpoint }: ApiRequest,
  ports: ThunkExtra['ports'],
  signal: AbortSignal,
): Promise<Result<unknown, Failure>> {
  let body: unknown;
  try {
    const isLong = text.length >= LONG_BODY;
    body = isLong ? await runInSlices(parseJsonInPieces(text), signal) : text.trim() === '' ? {} : parseJson(text);
  } catch (error) {
    if (signal.aborted) return err({ kind: 'aborted' });
    ports.log(`The answer of ${endpoint} could not be read: ${String(error)}`);
  }
  if (body === undefined) return err({ kind: 'bad-answer', endpoint, field: 'body' });
  if (v.is(unauthorizedBody, body)) return err({ kind: 'unauthorized' });
  return ok(body);
}

/** More words of a server would fill the page. */
const LONGEST_MESSAGE = 500;

const message = v.pipe(v.string(), v.trim(), v.nonEmpty(), v.transform(shorten));

/** Cut between words: of half a secret nobody could tell later that it is one. */
function shorten(words: string): string {
  if (words.length <= LONGEST_MESSAGE) return words;
  const kept = words.slice(0, LONGEST_MESSAGE + 1).replace(/\S+$/, '');
  return `${kept.trimEnd()}…`;
}

/** `msg` and `code` of an error; anything else in their places, and a message without words, counts as absent. */
const errorBody = v.object({
  msg: v.fallback(v.optional(message), undefined),
  code: v.fallback(v.optional(v.string()), undefined),
});

function failureOf(response: Response, text: string): Failure {
  const { status } = response;
  if (status === 401) return { kind: 'unauthorized' };
  const body = v.safeParse(errorBody, parseJson(text));
  const msg = body.success ? body.output.msg : undefined;
  const code = body.success ? body.output.code : undefined;
  const withCode = code === undefined ? {} : { code };
  const withMessage = msg === undefined ? {} : { message: msg };
  if (status === 403) return { kind: 'forbidden', ...withMessage };
  if (status === 404) return { kind: 'not-found', ...withMessage, ...withCode };
  return { kind: 'refused', status, message: msg ?? (response.statusText || String(status)), ...withCode };
}
