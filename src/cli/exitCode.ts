import type { Failure } from '@data-manager/domain/failures/failure';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { nameInText } from '@data-manager/domain/names/shownName';

/** The exit codes of `dm`. */
export const EXIT = {
  done: 0,
  /** Something failed or differs. */
  failed: 1,
  usage: 2,
  /** The server refused the token, or what it asked for. */
  refused: 3,
  unreachable: 4,
  /** Stopped by the user. */
  stopped: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const REFUSED_TEXT = 'The server refused the access token.';

/** Ends a command with a message. */
export class CommandError extends Error {
  constructor(
    readonly code: ExitCode,
    message: string,
  ) {
    super(message);
  }
}

/** Returns the text of a failure, without what only a user of a browser can do. */
export function failureText(failure: Failure): string {
  // The server says which right the token lacks.
  if (failure.kind === 'forbidden' && failure.message !== undefined) return failure.message;
  if (failure.kind === 'file-changed') return `${nameInText(failure.fileName)} has changed. Upload it again: dm upload`;
  return failureNotice(failure).text;
}

/** Returns the exit code of a command that has not done everything. */
export function codeOf(failures: readonly Failure[]): ExitCode {
  return failures.some(({ kind }) => kind === 'forbidden') ? EXIT.refused : EXIT.failed;
}

/** Returns the end of a command after a call has failed. */
export function commandError(failure: Failure): CommandError {
  switch (failure.kind) {
    case 'unauthorized':
      return new CommandError(EXIT.refused, `${REFUSED_TEXT} Sign in again: dm login URL`);
    case 'forbidden':
      return new CommandError(EXIT.refused, failureText(failure));
    case 'unreachable':
      return new CommandError(EXIT.unreachable, 'The server did not respond.');
    default:
      return new CommandError(EXIT.failed, failureText(failure));
  }
}
