import { useSyncExternalStore } from 'react';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import { flatText } from '@data-manager/domain/pictures/check/pictureNotes';
import { useThunkExtra } from '../../../api/useThunkExtra';
import type { ImageState } from '../loading/imageLoader';
import { sourceOf } from '../loading/pictureSource';
import { usePlaceFromUrl } from '../usePreviewAddress';
import { hasThumbnail } from './Thumbnail';
import classes from './Thumbnail.module.css';
import { thumbnailsOf, type LoadedThumbnail } from './thumbnails';

interface ThumbnailNoteProps {
  readonly file: FileItem;
}

/** Says below the name of a file why it has no thumbnail, or that there is nothing to see on it. */
export function ThumbnailNote({ file }: ThumbnailNoteProps) {
  const { page } = usePlaceFromUrl();
  const thumbnails = thumbnailsOf(useThunkExtra());
  const state = useSyncExternalStore(thumbnails.subscribe, () => thumbnails.read(sourceOf(file, page)));
  const text = hasThumbnail(file) ? (flatText(file.content) ?? noteOf(state)) : undefined;
  return text === undefined ? null : (
    <span className={classes.note} title={text}>
      {text}
    </span>
  );
}

function noteOf(state: ImageState<LoadedThumbnail>): string | undefined {
  if (state.status === 'failed') return state.reason;
  return state.status === 'ready' ? flatText(state.value.content) : undefined;
}
