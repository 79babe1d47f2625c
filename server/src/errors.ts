/**
 * An error response with a message for the user. Routes throw it; `errorHandler.ts` turns it into the wire contract's
 * `{ msg, code? }` with the given status.
 */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly msg: string,
    readonly code?: string,
    /** Seconds to wait before retrying; sent as `Retry-After`. */
    readonly retryAfterSeconds?: number,
  ) {
    super(msg);
    this.name = 'HttpError';
  }
}

/** Creates the 401 response of the wire contract. */
export function unauthorized(msg: string): HttpError {
  return new HttpError(401, msg, 'UNAUTHORIZED');
}

/** A reason why the server can't start, with advice for the operator. Ends the process with exit code 1. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartupError';
  }
}

/** Returns the message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
