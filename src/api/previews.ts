import * as v from 'valibot';
import type { Failure, RequestFailure } from '@data-manager/domain/failures/failure';
import { isWebPage } from '@data-manager/domain/failures/serverResponse';
import { isFlatKind } from '@data-manager/domain/pictures/check/imageContent';
import type { PictureOrigin } from '@data-manager/domain/pictures/picture';
import { parseJson } from '@data-manager/lib/parseJson';
import { err, ok, type Result } from '@data-manager/lib/result';
import type { Ports } from '../platform/ports';
import { readRetryAfter } from '../platform/retryAfter';
import { unauthorizedBody } from '../session/refreshSession';
import { readSessionValue } from '../session/sessionValues';
import { fetchWithRetry, repeatAfterRefresh, type ApiResponse, type ThunkExtra } from './baseQuery';

type PreviewKind = 'thumbnail' | 'downsampled';

/** The preview of an object. */
interface PreviewImage {
  readonly blob: Blob;
  readonly origin: PictureOrigin;
}

/**
 * Fetches the preview of an object. Never rejects. Failures are not shown to the user.
 *
 * @param page The page of a multi-page image, from 1. Servers without support for the parameter ignore it.
 */
export type FetchPreview = (
  kind: PreviewKind,
  key: string,
  signal: AbortSignal,
  page?: number,
) => Promise<Result<PreviewImage, RequestFailure>>;

const PATHS: Readonly<Record<PreviewKind, string>> = {
  thumbnail: 'get-thumbnail-image',
  downsampled: 'get-downsampled-image',
};

/** Downsampled images are preferred as TIFF, which contains the original values. Thumbnails don't need them. */
const ACCEPTED: Readonly<Record<PreviewKind, string>> = {
  thumbnail: '*/*',
  downsampled: 'image/tiff, image/*;q=0.9, */*;q=0.8',
};

/** Short-lived keys for the preview host. */
type Credentials = Readonly<Record<'ak' | 'sk' | 'session_token', string>>;

/**
 * Creates the preview client of a store. Rejected credentials are renewed by the refresh that the whole store shares. If the
 * host rejects the credentials after that, too, previews cause no further refresh until there are others.
 */
export function createFetchPreview(extra: ThunkExtra): FetchPreview {
  /** The credentials that a refresh has not improved. */
  let rejected: Credentials | undefined;

  return async (kind, key, signal, page) => {
    let used = readCredentials(extra);
    const send = (): Promise<ApiResponse<PreviewImage>> => {
      used = readCredentials(extra);
      return requestPreview(extra, used, { kind, key, page }, signal);
    };
    const isHopeless = rejected !== undefined && isSame(rejected, used);
    const { data, error } = isHopeless ? await send() : await repeatAfterRefresh(send, extra, signal);
    if (error === undefined) return ok(data);
    if (error.kind === 'unauthorized') rejected = used;
    return err(error);
  };
}

async function requestPreview(
  { ports, config }: ThunkExtra,
  credentials: Credentials,
  { kind, key, page }: { readonly kind: PreviewKind; readonly key: string; readonly page: number | undefined },
  signal: AbortSignal,
): Promise<ApiResponse<PreviewImage>> {
  const path = encodeKey(key);
  if (path === undefined) return { error: { kind: 'not-sendable' } };
  const query = new URLSearchParams({ ...credentials, ...(page !== undefined && { page: String(page) }) });
  const url = `${config.imagePreviewUrl}/${PATHS[kind]}/${path}?${query.toString()}`;
  return fetchWithRetry(() => fetchImage(ports, url, ACCEPTED[kind], signal), signal);
}

/** Returns undefined for a key with half of a surrogate pair, which no URL can contain. */
function encodeKey(key: string): string | undefined {
  try {
    return encodeURIComponent(key);
  } catch {
    return undefined;
  }
}

/** The URL contains secrets, so it is never an `<img src>`, is not cached, and is sent without a referrer. */
async function fetchImage(
  { fetch }: Pick<Ports, 'fetch'>,
  url: string,
  accept: string,
  signal: AbortSignal,
): Promise<ApiResponse<PreviewImage>> {
  try {
    const response = await fetch(url, {
      headers: { accept },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal,
    });
    if (isWebPage(response.headers.get('Content-Type'))) return { error: { kind: 'unreachable' } };
    if (!response.ok) {
      return { error: await readFailure(response), meta: { retryAfterMs: readRetryAfter(response.headers) } };
    }
    const blob = await response.blob();
    if (await isUnauthorized(blob)) return { error: { kind: 'unauthorized' } };
    return { data: { blob, origin: readOrigin(response.headers) } };
  } catch {
    return { error: { kind: signal.aborted ? 'aborted' : 'unreachable' } };
  }
}

/** The local backend describes the original image in headers. Other servers may not. */
function readOrigin(headers: Headers): PictureOrigin {
  const read = (name: string): number | undefined => {
    const value = Number(headers.get(`x-image-${name}`) ?? '');
    return Number.isInteger(value) && value > 0 ? value : undefined;
  };
  const [width, height] = [read('width'), read('height')];
  const size = width === undefined || height === undefined ? undefined : { width, height };
  return { size, page: read('page'), pages: read('pages'), content: readContent(headers) };
}

/** Earlier servers only say whether a page is flat. */
function readContent(headers: Headers): PictureOrigin['content'] {
  const content = headers.get('x-image-content') ?? undefined;
  if (isFlatKind(content)) return content;
  const flat = headers.get('x-image-flat');
  return flat === null ? undefined : flat === 'true' ? 'flat' : 'complete';
}

/** As for the API, a body with the code UNAUTHORIZED counts as a 401. */
async function isUnauthorized(body: Blob): Promise<boolean> {
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

/** The server's code for a file that it can't show. Its message says why. */
const NO_IMAGE = 'NO_IMAGE';
const unsupportedBody = v.object({
  code: v.literal(NO_IMAGE),
  msg: v.pipe(v.string(), v.trim(), v.nonEmpty()),
});

async function readFailure(response: Response): Promise<RequestFailure> {
  const { status, statusText } = response;
  if (status === 401) return { kind: 'unauthorized' };
  if (status === 403) return { kind: 'forbidden' };
  if (status === 404) return { kind: 'not-found' };
  const body = v.safeParse(unsupportedBody, parseJson(await response.text()));
  if (!body.success) return { kind: 'refused', status, message: statusText };
  return { kind: 'refused', status, message: body.output.msg.slice(0, MAX_REASON_LENGTH), code: NO_IMAGE };
}

const MAX_REASON_LENGTH = 200;

/** Returns why the server can't show an image, or undefined if it does not say. */
export function unsupportedReason(failure: Failure): string | undefined {
  return failure.kind === 'refused' && failure.code === NO_IMAGE ? failure.message : undefined;
}
