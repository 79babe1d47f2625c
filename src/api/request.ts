import type { Failure } from '../domain/failures/failure';
import type { Result } from '../lib/result';
import type { ThunkExtra } from './thunkExtra';

/** A call of the wire contract as data. */
export interface ApiRequest {
  /** The call's name in error messages: method and path pattern. */
  readonly endpoint: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the API's address, segments encoded (`apiPath`). */
  readonly path: string;
  /** Query parameters in order; a name may come several times. */
  readonly params?: readonly (readonly [name: string, value: string])[];
  /** Sent as JSON. */
  readonly body?: object;
}

/** What one sending came to. `retryAfterMs`: for so long the server asks for patience. */
export type Sent<Value> = Result<Value, Failure> & { readonly retryAfterMs?: number | undefined };

/** The core of the onion: sends a request once. */
export type SendOnce = (request: ApiRequest, extra: ThunkExtra, signal: AbortSignal) => Promise<Sent<unknown>>;

/** Sends a request and gives the answer's body, nothing else. The rings of the onion all have this shape. */
export type Send = (request: ApiRequest, extra: ThunkExtra, signal: AbortSignal) => Promise<Result<unknown, Failure>>;

/** A path of encoded segments. */
export function apiPath(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}
