/**
 * A refusal with words for the person who caused it. Routes throw it; `errorAnswers.ts` turns it into
 * `{ msg, code? }` with the status, which is the wire contract's form of every error.
 */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly msg: string,
    readonly code?: string,
    /** Seconds after which another try makes sense; becomes `Retry-After`. */
    readonly retryAfterSeconds?: number,
  ) {
    super(msg);
    this.name = 'HttpFailure';
  }
}

/** A reason why the server can't start, in words that say what to do. `reportFailure.ts` prints it and exits with code 1. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartupFailure';
  }
}
