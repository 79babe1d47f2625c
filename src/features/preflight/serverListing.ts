import type { FileEntry } from '../../domain/listing/fileListing';

/** What is on the server below the place where files will go, as far as it is known. */
export type ServerListing =
  | { readonly status: 'loading' }
  | { readonly status: 'known'; readonly entries: readonly FileEntry[] }
  /** It could not be read. */
  | { readonly status: 'unknown'; readonly askAgain: () => void };

/** Its files by key; empty where nothing is known. */
export function filesByKey(listing: ServerListing): ReadonlyMap<string, FileEntry> {
  return new Map(listing.status === 'known' ? listing.entries.map((entry) => [entry.key, entry]) : []);
}
