import type { Comparison, ComparisonProgress } from '@data-manager/domain/compare/comparison';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { Result } from '@data-manager/lib/result';
import type { Unsubscribe } from '../../platform/unsubscribe';

/** What a comparison has done since its last report. */
export type WorkReport =
  | { readonly kind: 'found'; readonly found: number; readonly unreadable: number }
  | { readonly kind: 'hashed'; readonly progress: ComparisonProgress };

/** How reading the folder has ended. */
export type ReadResult =
  | { readonly kind: 'read'; readonly folder: Pick<Comparison, 'folderName' | 'folderId'> }
  | { readonly kind: 'failed'; readonly fault: 'gone' | 'forbidden' }
  | { readonly kind: 'aborted' };

/** A place on the server to compare with. */
export type ComparedPlace = Pick<Comparison, 'id' | 'path' | 'rootPath'>;

/**
 * The work of the comparisons, for the sagas: files, rows and hashes are behind it, since they don't serialise, or are a
 * hundred thousand. Its code loads when it is needed.
 */
export interface ComparisonPort {
  /** Calls back with each report of a comparison. */
  readonly onReport: (id: string, listener: (report: WorkReport) => void) => Unsubscribe;
  /** Returns true if this page has read the folder. */
  readonly hasFiles: (id: string) => Promise<boolean>;
  /** Reads the chosen files, or the folder of an earlier page. */
  readonly read: (id: string, folderId: string | undefined, signal: AbortSignal) => Promise<ReadResult>;
  /** Lists the server's files, and compares names and sizes. */
  readonly match: (place: ComparedPlace, signal: AbortSignal) => Promise<Result<ComparisonProgress, Failure>>;
  /** Compares the contents that are not compared yet. */
  readonly hash: (id: string, signal: AbortSignal) => Promise<'done' | 'unavailable' | 'aborted'>;
  /** Deletes what is stored about a comparison, and the handle of its folder. */
  readonly forget: (id: string, folderId: string | undefined) => Promise<void>;
  /** Forgets the files and the rows. */
  readonly close: (id: string) => Promise<void>;
}
