import type { FileItem } from '../domain/listing/fileListing';
import { Thumbnail } from '../features/preview/Thumbnail';

/** A file's small picture, for the tables of files. */
export function renderThumbnail(file: FileItem) {
  return <Thumbnail file={file} />;
}
