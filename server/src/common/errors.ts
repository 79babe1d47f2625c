/**
 * An error response with a message for the user. Routes throw it; `errorHandler.ts` turns it into the wire contract's
 * `{ msg, code? }` with the given status.
 */
export class HttpError extends Error {
  override readonly name: string = 'HttpError';

  constructor(
    readonly status: number,
    readonly msg: string,
    readonly code?: string,
    /** Seconds to wait before retrying; sent as `Retry-After`. */
    readonly retryAfterSeconds?: number,
  ) {
    super(msg);
  }
}

/** The client wants to change something that has changed since the client read it. */
export class ChangedError extends HttpError {
  constructor(
    /** What it is now. */
    readonly current: object,
  ) {
    super(412, 'Someone else has changed it meanwhile. Nothing was changed.');
  }
}

/** Creates the 401 response of the wire contract. */
export function unauthorized(msg: string): HttpError {
  return new HttpError(401, msg, 'UNAUTHORIZED');
}

/** A reason why the server can't start, with advice for the operator. Ends the process with exit code 1. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Returns the message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
