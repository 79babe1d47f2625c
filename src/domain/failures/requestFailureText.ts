import { assertNever } from '../../lib/assertNever';
import { ERROR_CATALOGUE, type FailureChannel } from './errorCatalogue';
import type { RequestFailure } from './failure';

export interface FailureNotice {
  readonly text: string;
  readonly channel: FailureChannel;
}

/** Returns the text of a failed request to the API and where it appears. Those of transfers are in failureText.ts. */
export function requestFailureNotice(failure: RequestFailure): FailureNotice {
  switch (failure.kind) {
    case 'unauthorized':
      return requestFailed('Unauthorized access');
    case 'forbidden':
      return ERROR_CATALOGUE.forbidden;
    case 'not-found':
      return { ...ERROR_CATALOGUE.notFound, ...(failure.message !== undefined && { text: failure.message }) };
    case 'refused':
      return requestFailed(failure.message);
    case 'unreachable':
      return requestFailed('The server could not be reached. Check your connection and try again.');
    case 'not-sendable':
      return requestFailed(
        'A name or your user account contains characters that can’t be sent. Change the name or sign in again.',
      );
    case 'bad-answer':
      return requestFailed(`The response of "${failure.endpoint}" lacks "${failure.field}". Please contact support.`);
    case 'aborted':
      return { ...ERROR_CATALOGUE.uploadAborted, channel: 'silent' };
    default:
      return assertNever(failure);
  }
}

/** The toast for code that could not be loaded on demand. */
export const CODE_NOT_LOADED_TEXT = 'This part of the page could not be loaded. Check your connection and try again.';

function requestFailed(message: string): FailureNotice {
  return { text: `${ERROR_CATALOGUE.otherError.text} ${message}`, channel: 'toast' };
}
