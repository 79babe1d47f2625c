import { useDebouncedValue } from '@mantine/hooks';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useFeature } from '../../api/configuration';
import type { PictureLine } from '../../domain/pictures/pictureLine';
import { findOpenImages } from './openImages';
import { readProfile, type Profile } from './readProfile';
import type { WantedChannel } from './readSharp';
import type { SectionGeometry } from './sectionGeometry';
import type { ShownChannel } from './shownChannels';
import { useStable, useWantedChannels } from './useSharpPicture';

/** Time without a movement of the line after which its values are read. */
const REST_MS = 100;

/** What a profile was read for. Another profile has another one. */
interface ProfileRequest {
  readonly wanted: readonly WantedChannel[];
  readonly geometry: SectionGeometry;
  readonly line: PictureLine;
}

/**
 * Reads the values of the visible channels along a line.
 *
 * @returns undefined until the values of this line have been read
 */
export function useProfile(
  line: PictureLine,
  geometry: SectionGeometry,
  channels: readonly ShownChannel[],
): Profile | undefined {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const isOffered = useFeature('files.urls');
  const wanted = useWantedChannels(channels);
  const size = useStable(geometry, JSON.stringify);
  const current = useStable(line, JSON.stringify);
  const [rested] = useDebouncedValue(current, REST_MS);
  const [read, setRead] = useState<ProfileRequest & { readonly profile: Profile }>();
  useEffect(() => {
    const controller = new AbortController();
    const images = isOffered ? dispatch(findOpenImages) : undefined;
    void readProfile(images, wanted, size, rested, controller.signal).then((profile) => {
      if (profile !== undefined) setRead({ wanted, geometry: size, line: rested, profile });
    });
    return () => controller.abort();
  }, [dispatch, isOffered, wanted, size, rested]);
  const isCurrent = read?.wanted === wanted && read.geometry === size && read.line === current;
  return isCurrent ? read.profile : undefined;
}
