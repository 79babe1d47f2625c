/**
 * Everything that can go wrong, as data. One table (`failureNotice.ts`) maps a kind to the text of the error catalogue
 * (specification, section 8); nothing else in the app writes an error message. A failure never carries a token, a key
 * or a presigned URL.
 */
export type Failure =
  /** 401, or a 2xx body with the code UNAUTHORIZED, after the one refresh. */
  | ({ readonly kind: 'unauthorized' } & Repeatable)
  /** A 403 of the API. An expired presigned URL is `url-refused`. */
  | ({ readonly kind: 'forbidden'; readonly message?: string } & Repeatable)
  | ({ readonly kind: 'not-found'; readonly message?: string; readonly code?: string } & Repeatable)
  /** 412: someone else has changed the project or dataset since it was read. */
  | ({ readonly kind: 'changed' } & Repeatable)
  /** Any other status ≥ 400, with the server's `msg`. */
  | ({
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      readonly code?: string;
    } & Repeatable)
  /** No response of the server itself: offline, DNS, CORS, a closed connection, or a page of a proxy. */
  | ({ readonly kind: 'unreachable' } & OfChange)
  /** The request could not be built, because a text is not allowed in a URL or header. A retry would not help. */
  | { readonly kind: 'not-sendable' }
  /** A response that lacks a required field. */
  | { readonly kind: 'bad-answer'; readonly endpoint: string; readonly field: string }
  | { readonly kind: 'aborted' }
  /** The storage's ETag is not the part's MD5. */
  | {
      readonly kind: 'checksum-mismatch';
      readonly partNumber: number;
      /** Without quotes. */
      readonly etag: string;
      /** MD5 of what was sent, lower-case hex. */
      readonly md5: string;
    }
  /** The storage returned the same ETag twice for the same bytes, and it is not their MD5. */
  | { readonly kind: 'etag-no-hash' }
  /** The storage responded, but the page can't read the ETag (CORS `ExposeHeaders`). */
  | { readonly kind: 'etag-hidden' }
  /** The storage doesn't respond while the API does: it is down, or its CORS rules exclude the page. */
  | { readonly kind: 'storage-unreachable'; readonly partNumber: number }
  /** The storage rejected a presigned URL (403: expired or altered). */
  | { readonly kind: 'url-refused'; readonly partNumber: number }
  | { readonly kind: 'storage-refused'; readonly status: number; readonly partNumber: number }
  | { readonly kind: 'stalled'; readonly partNumber: number }
  /** The response to `POST /upload/complete` was lost, and the server no longer has the upload. */
  | { readonly kind: 'completion-unknown'; readonly fileName: string }
  /** A file with this name has appeared on the server, which the user may not want to replace. */
  | { readonly kind: 'name-taken' }
  /** The file was deleted or changed on disk, or the page no longer holds it. */
  | { readonly kind: 'file-gone'; readonly fileName: string }
  | { readonly kind: 'file-changed'; readonly fileName: string }
  | { readonly kind: 'file-too-large'; readonly fileName: string }
  /** The file on the disk does not have the checksum that a checksum file beside it gives for it. */
  | {
      readonly kind: 'checksum-differs';
      /** The path of the checksum file. */
      readonly from: string;
      /** Lower-case hexadecimal. */
      readonly value: string;
      /** What the file on the disk has. */
      readonly found: string;
    }
  /** The storage doesn't send a file while the API responds: it is down, or its CORS rules exclude the page. */
  | { readonly kind: 'source-unreachable'; readonly fileName: string }
  /** The storage refused to send a file, even with a new URL. */
  | { readonly kind: 'source-refused'; readonly fileName: string; readonly status: number }
  | { readonly kind: 'source-stalled'; readonly fileName: string }
  /** The file is no longer on the server. */
  | { readonly kind: 'source-gone'; readonly fileName: string }
  /** The content that was received does not match the ETag in the list of files. */
  | { readonly kind: 'content-differs'; readonly fileName: string }
  /** The folder has a file of this name with other content, which the user has not agreed to replace. */
  | { readonly kind: 'local-differs'; readonly fileName: string }
  /** The file can't be written into the folder, although the folder can. */
  | { readonly kind: 'file-unwritable'; readonly fileName: string }
  /** The disk with the folder is full. */
  | { readonly kind: 'folder-full' }
  /** The folder was moved or deleted, or its drive is not connected. */
  | { readonly kind: 'folder-gone' }
  /** The page may not write into the folder, or no longer. */
  | { readonly kind: 'folder-forbidden' }
  /** The app has crashed at the item again and again. */
  | { readonly kind: 'crashed' }
  /** The server stopped without an archive. */
  | { readonly kind: 'archive-failed'; readonly title: string }
  /** The archive or its URL no longer exists. */
  | { readonly kind: 'archive-gone'; readonly title: string };

interface OfChange {
  /** What reading the state has shown about a change that the server may have made; `unknown` if it could not be read. */
  readonly outcome?: 'not-made' | 'unknown';
}

interface Repeatable extends OfChange {
  /** The request was retried after a 5xx, although the server may already have processed it. */
  readonly repeated?: true;
}

/** A failed request to the API. */
export type RequestFailure = Extract<
  Failure,
  {
    readonly kind:
      | 'unauthorized'
      | 'forbidden'
      | 'not-found'
      | 'changed'
      | 'refused'
      | 'unreachable'
      | 'not-sendable'
      | 'bad-answer'
      | 'aborted';
  }
>;

/** Marks a failure as that of a request retried after a 5xx. Failures that don't come from the server are unchanged. */
export function asRepeated(failure: RequestFailure): RequestFailure {
  switch (failure.kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'not-found':
    case 'changed':
    case 'refused':
      return { ...failure, repeated: true };
    default:
      return failure;
  }
}

/** Returns true if the server did not respond, failed or was asked too often: the same request may succeed later. */
export function isTemporary(failure: Failure | { readonly message?: string } | undefined): boolean {
  if (failure === undefined || !('kind' in failure)) return false;
  return (
    failure.kind === 'unreachable' || (failure.kind === 'refused' && (failure.status >= 500 || failure.status === 429))
  );
}

/** Returns true if the server may have processed the request before rejecting it. */
export function isRepeated(failure: Failure): boolean {
  return 'repeated' in failure;
}

/** The discriminator of failures. */
export type FailureKind = Failure['kind'];

/** Returns true if the server may have made a change although the request failed. */
export function isUncertain(failure: RequestFailure): boolean {
  if (failure.kind === 'refused' && failure.status >= 500) return true;
  return failure.kind === 'unreachable' || isRepeated(failure);
}
