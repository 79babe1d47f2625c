import * as v from 'valibot';
import type { Failure } from '../domain/failures/failure';
import { parseJson } from '../lib/parseJson';
import { err, ok, type Result } from '../lib/result';
import type { Ports } from '../platform/ports';
import { readRetryAfter } from '../platform/retryAfter';
import { unauthorizedBody } from '../session/requestTokens';
import { readSessionValue } from '../session/sessionValues';
import type { Sent } from './request';
import type { ThunkExtra } from './thunkExtra';
import { sendPatiently } from './withRetry';

type PreviewKind = 'thumbnail' | 'downsampled';

/** Fetches the preview of an object. Never throws; a failure is silent for the person. */
export type FetchPreview = (kind: PreviewKind, key: string, signal: AbortSignal) => Promise<Result<Blob, Failure>>;

const PATHS: Readonly<Record<PreviewKind, string>> = {
  thumbnail: 'get-thumbnail-image',
  downsampled: 'get-downsampled-image',
};

/** What the preview host knows the person by, good for some minutes. */
type Credentials = Readonly<Record<'ak' | 'sk' | 'session_token', string>>;

/**
 * Makes the one way to previews of a store. Refused keys are refreshed by the refresh that all calls share, and the
 * preview is asked for once more. Where that brings no better keys it ends there: a page of pictures must not ask for
 * new tokens picture by picture.
 */
export function createFetchPreview(extra: ThunkExtra): FetchPreview {
  let latest: { readonly refused: Credentials; readonly isRenewed: Promise<boolean> } | undefined;

  const renew = (refused: Credentials, accessToken: string | null): Promise<boolean> => {
    if (latest !== undefined && isSame(latest.refused, refused)) return latest.isRenewed;
    const isRenewed = renewOnce(refused, accessToken);
    latest = { refused, isRenewed };
    return isRenewed;
  };

  const renewOnce = async (refused: Credentials, accessToken: string | null): Promise<boolean> => {
    const refresh = await extra.refreshSession(accessToken);
    // Without an answer the next picture may try again.
    if (!refresh.ok && refresh.failure.kind === 'unreachable') latest = undefined;
    return refresh.ok && !isSame(readCredentials(extra), refused);
  };

  return async (kind, key, signal) => {
    const credentials = readCredentials(extra);
    const accessToken = readSessionValue(extra.ports, 'access_token');
    const outcome = await requestPreview(extra, credentials, kind, key, signal);
    if (outcome.ok || outcome.failure.kind !== 'unauthorized') return outcome;
    const isRenewed = await renew(credentials, accessToken);
    if (signal.aborted) return err({ kind: 'aborted' });
    if (!isRenewed) return outcome;
    const renewed = readCredentials(extra);
    const repeated = await requestPreview(extra, renewed, kind, key, signal);
    if (!repeated.ok && repeated.failure.kind === 'unauthorized') {
      latest = { refused: renewed, isRenewed: Promise.resolve(false) };
    }
    return repeated;
  };
}

function requestPreview(
  { ports, config }: ThunkExtra,
  credentials: Credentials,
  kind: PreviewKind,
  key: string,
  signal: AbortSignal,
): Promise<Result<Blob, Failure>> {
  const path = encodedKey(key);
  if (path === undefined) return Promise.resolve(err({ kind: 'not-sendable' }));
  const query = new URLSearchParams(credentials);
  const url = `${config.imagePreviewUrl}/${PATHS[kind]}/${path}?${query.toString()}`;
  return sendPatiently(() => requestOnce(ports, url, signal), signal);
}

/** Undefined for a key with half of a surrogate pair, which no address takes. */
function encodedKey(key: string): string | undefined {
  try {
    return encodeURIComponent(key);
  } catch {
    return undefined;
  }
}

/** The address carries keys, so it is never an `<img src>`, never cached, and sent with no referrer. */
async function requestOnce({ fetch }: Pick<Ports, 'fetch'>, url: string, signal: AbortSignal): Promise<Sent<Blob>> {
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal,
    });
    if (!response.ok) return { ...err(failureOf(response)), retryAfterMs: readRetryAfter(response.headers) };
    const picture = await response.blob();
    return (await isRefusal(picture)) ? err({ kind: 'unauthorized' }) : ok(picture);
  } catch {
    return err(signal.aborted ? { kind: 'aborted' } : { kind: 'unreachable' });
  }
}

/** A body with the code UNAUTHORIZED counts as a 401 here, too. */
async function isRefusal(body: Blob): Promise<boolean> {
  return !body.type.startsWith('image/') && v.is(unauthorizedBody, parseJson(await body.text()));
}

function readCredentials({ ports }: ThunkExtra): Credentials {
  return {
    ak: readSessionValue(ports, 'A_K') ?? '',
    sk: readSessionValue(ports, 'S_K') ?? '',
    session_token: readSessionValue(ports, 'session_token') ?? '',
  };
}

function isSame(left: Credentials, right: Credentials): boolean {
  return left.ak === right.ak && left.sk === right.sk && left.session_token === right.session_token;
}

function failureOf({ status, statusText }: Response): Failure {
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 404) return { kind: 'not-found' };
  return { kind: 'refused', status, message: statusText };
}
