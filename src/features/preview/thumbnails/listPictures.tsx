import type { FileItem } from '@data-manager/domain/listing/fileListing';
import { Thumbnail } from './Thumbnail';
import { ThumbnailNote } from './ThumbnailNote';

/** Renders the thumbnail of a file. A stable function for use as a prop. */
export function renderThumbnail(file: FileItem) {
  return <Thumbnail file={file} />;
}

/** Renders the pictures of a list of files: thumbnails, and what there is to say of them. A stable object for use as a prop. */
export const LIST_PICTURES = {
  renderThumbnail,
  renderNote: (file: FileItem) => <ThumbnailNote file={file} />,
};
