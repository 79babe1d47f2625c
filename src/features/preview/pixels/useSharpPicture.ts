import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { PictureSize } from '@data-manager/domain/pictures/picture';
import type { PictureView } from '@data-manager/domain/pictures/pictureView';
import { visibleWindow, type SharpWindow } from '@data-manager/domain/pictures/pixels/sharpWindow';
import { useFeature } from '../../../api/configuration';
import { useThunkExtra } from '../../../api/useThunkExtra';
import { useStable } from '../../../ui/useStable';
import type { ShownChannel } from '../channels/shownChannels';
import { pictureId } from '../loading/pictureSource';
import type { SectionGeometry } from '../picture/sectionGeometry';
import { openImagesOf } from './openImages';
import { readSharpPicture, type SharpPicture, type WantedChannel } from './readSharp';

/** Time without a movement after which pixels are requested. */
const REST_MS = 60;

/**
 * Reads the pixels of the visible part of a section as soon as the preview is drawn larger than it is.
 *
 * Problem: a zoomed preview is a blur, but a whole file may be too large to be fetched.
 * Idea: when the view rests, only the visible part is read from the files by ranges, from a lower resolution if they have one.
 * The next view aborts that. The previous pixels stay until the new pixels have arrived.
 * Cost: each view fetches up to 32 MiB of each file. Wide views of files without lower resolutions stay blurred.
 *
 * @returns undefined if the preview is sharp enough, or until pixels have been read
 */
export function useSharpPicture(
  channels: readonly ShownChannel[],
  geometry: SectionGeometry,
  view: PictureView,
  frame: PictureSize,
): SharpPicture | undefined {
  const images = openImagesOf(useThunkExtra());
  const isOffered = useFeature('files.urls');
  const [rested] = useDebouncedValue(view, REST_MS);
  const wanted = useWantedChannels(channels);
  const size = useStable(geometry, JSON.stringify);
  const isNeeded = isOffered && isMagnified(wanted, size, rested, frame);
  const window = useStable(isNeeded ? visibleWindow(rested, frame, size, density()) : undefined, JSON.stringify);
  const [read, setRead] = useState<SharpPicture>();
  useEffect(() => {
    if (window === undefined) return undefined;
    const controller = new AbortController();
    void readSharpPicture(images, wanted, size, window, controller.signal).then((picture) => {
      if (picture !== undefined) setRead(picture);
    });
    return () => controller.abort();
  }, [images, wanted, size, window]);
  const hasWindow = window !== undefined;
  // The pixels are not kept longer than they are needed.
  useEffect(() => (hasWindow ? () => setRead(undefined) : undefined), [hasWindow]);
  return hasWindow && read !== undefined && shows(read, channels) ? read : undefined;
}

function density(): number {
  return globalThis.devicePixelRatio || 1;
}

/** Returns the visible channels that have a picture: the same list until they are other files, or lie elsewhere. */
export function useWantedChannels(channels: readonly ShownChannel[]): readonly WantedChannel[] {
  return useStable(wantedChannels(channels), namesOf);
}

function wantedChannels(channels: readonly ShownChannel[]): readonly WantedChannel[] {
  return channels.flatMap(({ channel, isOn, source, picture, place }) =>
    isOn && source !== undefined && picture !== undefined && place !== undefined
      ? [{ channel, source, picture, place }]
      : [],
  );
}

function namesOf(wanted: readonly WantedChannel[]): string {
  return wanted.map(({ source, place }) => `${pictureId(source)} ${JSON.stringify(place)}`).join(' ');
}

/** Returns true if a pixel of a preview is larger than a pixel of the screen, and the file has smaller pixels. */
function isMagnified(
  wanted: readonly WantedChannel[],
  geometry: SectionGeometry,
  view: PictureView,
  frame: PictureSize,
): boolean {
  const window: SharpWindow | undefined = visibleWindow(view, frame, geometry, density());
  if (window === undefined || view.scale === 1) return false;
  return wanted.some(({ picture, place }) => {
    const reduction = place.original.width / picture.width;
    return reduction > 1 && (window.zoom * reduction * place.unit) / geometry.unit > 1;
  });
}

/** Returns true if the pixels are those of all visible channels. */
function shows({ channels: read }: SharpPicture, channels: readonly ShownChannel[]): boolean {
  return channels.every(
    ({ channel, isOn, source }) =>
      !isOn || source === undefined || read.some((one) => one.channel === channel && one.id === pictureId(source)),
  );
}
