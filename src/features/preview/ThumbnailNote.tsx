import { useSyncExternalStore } from 'react';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import { FLAT_TEXT } from '@data-manager/domain/pictures/pictureNotes';
import { useThunkExtra } from '../../api/useThunkExtra';
import type { ImageState } from './imageLoader';
import { sourceOf } from './pictureSource';
import { hasThumbnail } from './Thumbnail';
import classes from './Thumbnail.module.css';
import { thumbnailsOf, type LoadedThumbnail } from './thumbnails';
import { usePlaceFromUrl } from './usePreviewAddress';

interface ThumbnailNoteProps {
  readonly file: FileItem;
}

/** Says below the name of a file why it has no thumbnail, or that there is nothing to see on it. */
export function ThumbnailNote({ file }: ThumbnailNoteProps) {
  const { page } = usePlaceFromUrl();
  const thumbnails = thumbnailsOf(useThunkExtra());
  const state = useSyncExternalStore(thumbnails.subscribe, () => thumbnails.read(sourceOf(file, page)));
  const text = hasThumbnail(file) ? noteOf(state) : undefined;
  return text === undefined ? null : (
    <span className={classes.note} title={text}>
      {text}
    </span>
  );
}

function noteOf(state: ImageState<LoadedThumbnail>): string | undefined {
  if (state.status === 'failed') return state.reason;
  return state.status === 'ready' && state.value.isFlat ? FLAT_TEXT : undefined;
}
