import { useEffect } from 'react';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import type { ChoiceDraft } from './choiceDraft';
import type { KeyedRow } from './rows';

/**
 * Forgets the decisions about files that have changed on the server since the latest listing, also if that was shown by an earlier
 * visit to the screen.
 *
 * @param serverFiles undefined until they are listed
 */
export function useServerChanges(
  rows: readonly KeyedRow[],
  serverFiles: ReadonlyMap<string, FileEntry> | undefined,
  draft: ChoiceDraft,
): void {
  useEffect(() => {
    if (serverFiles === undefined || serverFiles === draft.serverFiles) return;
    const { serverFiles: before } = draft;
    draft.serverFiles = serverFiles;
    const changed = rows.filter(({ key }) => before.has(key) && !isSame(before.get(key), serverFiles.get(key)));
    if (changed.length > 0) draft.dispatch({ type: 'serverFilesChanged', ids: changed.map(({ id }) => id) });
  }, [rows, serverFiles, draft]);
}

function isSame(one: FileEntry | undefined, other: FileEntry | undefined): boolean {
  return one?.etag === other?.etag && one?.size === other?.size && one?.lastModified === other?.lastModified;
}
