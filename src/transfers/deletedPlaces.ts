import { createAction } from '@reduxjs/toolkit';

interface PlacePath {
  /** `sponsor/project` or `sponsor/project/dataset` */
  readonly path: string;
  /** Set if another tab reported it. */
  readonly fromOtherTab?: true;
}

/** A project or dataset was deleted. Transfers into and out of it end, and notices about it disappear. */
export const placeDeleted = createAction<PlacePath & { readonly isPermanent: boolean }>('places/placeDeleted');
/** The deletion of a project or dataset was undone. */
export const placeRestored = createAction<PlacePath>('places/placeRestored');

/** Returns true if a key or path is in a deleted project or dataset, or is the place itself. */
export function isInPlace(keyOrPath: string, place: string): boolean {
  return keyOrPath === place || keyOrPath.startsWith(`${place}/`);
}
