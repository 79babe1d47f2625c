/**
 * Everything that can go wrong, as data. One table (`failureNotice.ts`) turns a kind into the words of the
 * error catalogue (specification, section 8); nothing else in the app writes an error message.
 * A failure never carries a token, a key or a presigned URL.
 */
export type Failure =
  /** 401, or a 2xx body with the code UNAUTHORIZED, after the one refresh. */
  | ({ readonly kind: 'unauthorized' } & Repeatable)
  /** 403 of the API (a stale presigned URL is `url-refused`). */
  | ({ readonly kind: 'forbidden'; readonly message?: string } & Repeatable)
  | ({ readonly kind: 'not-found'; readonly message?: string; readonly code?: string } & Repeatable)
  /** Any other status ≥ 400, with the server's `msg`. */
  | ({
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      readonly code?: string;
    } & Repeatable)
  /** No answer at all: offline, DNS, CORS, a closed connection. */
  | { readonly kind: 'unreachable' }
  /** The request could not even be made, of a text that no address or header takes: to wait would not help. */
  | { readonly kind: 'not-sendable' }
  /** An answer that lacks what the app needs: the endpoint's name and the missing field. */
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
  /** The storage gives the same ETag for the same bytes again, and it is not their MD5. */
  | { readonly kind: 'etag-no-hash' }
  /** The storage answered, but the page may not read its ETag (CORS `ExposeHeaders`). */
  | { readonly kind: 'etag-hidden' }
  /** The storage gave no answer while the API does: it is down, or its CORS rules shut this page out. */
  | { readonly kind: 'storage-unreachable'; readonly partNumber: number }
  /** The storage refused a presigned URL (403: expired or altered). */
  | { readonly kind: 'url-refused'; readonly partNumber: number }
  | { readonly kind: 'storage-refused'; readonly status: number; readonly partNumber: number }
  | { readonly kind: 'stalled'; readonly partNumber: number }
  /** The answer to the call that completes an upload was lost, and now the server no longer knows the upload. */
  | { readonly kind: 'completion-unknown'; readonly fileName: string }
  /** The file vanished from the disk, changed, or was let go by the page. */
  | { readonly kind: 'file-gone'; readonly fileName: string }
  | { readonly kind: 'file-changed'; readonly fileName: string }
  | { readonly kind: 'file-too-large'; readonly fileName: string }
  /** The archive's server side ended without a link. */
  | { readonly kind: 'archive-failed'; readonly title: string }
  /** The archive was made, and now it or its link is gone. */
  | { readonly kind: 'archive-gone'; readonly title: string };

interface Repeatable {
  /** The call was repeated after a 5xx, which the server may have answered to something that it had done. */
  readonly repeated?: true;
}

/** A failure of a call that was repeated after a 5xx. What does not come from the server stays as it is. */
export function asRepeated(failure: Failure): Failure {
  switch (failure.kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'not-found':
    case 'refused':
      return { ...failure, repeated: true };
    default:
      return failure;
  }
}

/** True if the server may have done before what it now refuses. */
export function isRepeated(failure: Failure): boolean {
  return 'repeated' in failure;
}

/** What failures are told apart by. */
export type FailureKind = Failure['kind'];
