import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { FileItem } from '../../domain/listing/fileListing';
import { FLAT_TEXT } from '../../domain/pictures/pictureNotes';
import { pictureId, sourceOf } from './pictureSource';
import { hasThumbnail } from './Thumbnail';
import classes from './Thumbnail.module.css';
import type { ThumbnailState } from './thumbnailLoader';
import { findThumbnails } from './thumbnails';
import { usePlaceFromUrl } from './usePreviewAddress';

interface ThumbnailNoteProps {
  readonly file: FileItem;
}

/** Says below the name of a file why it has no thumbnail, or that there is nothing to see on it. */
export function ThumbnailNote({ file }: ThumbnailNoteProps) {
  const { page } = usePlaceFromUrl();
  if (!hasThumbnail(file)) return null;
  return <Note key={pictureId(sourceOf(file, page))} file={file} page={page} />;
}

function Note({ file, page }: ThumbnailNoteProps & { readonly page: number | undefined }) {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [text, setText] = useState<string>();
  useEffect(
    () => dispatch(findThumbnails).follow(sourceOf(file, page), (state) => setText(noteOf(state))),
    [dispatch, file, page],
  );
  return text === undefined ? null : <span className={classes.note}>{text}</span>;
}

function noteOf(state: ThumbnailState): string | undefined {
  if (state.status === 'failed') return state.reason;
  return state.status === 'ready' && state.isFlat ? FLAT_TEXT : undefined;
}
