import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { PictureLine } from '@data-manager/domain/pictures/ruler/pictureLine';
import { useFeature } from '../../../api/configuration';
import { useThunkExtra } from '../../../api/useThunkExtra';
import { useStable } from '../../../ui/useStable';
import type { ShownChannel } from '../channels/shownChannels';
import type { SectionGeometry } from '../picture/sectionGeometry';
import { openImagesOf } from '../pixels/openImages';
import type { WantedChannel } from '../pixels/readSharp';
import { useWantedChannels } from '../pixels/useSharpPicture';
import { readProfile, type Profile } from './readProfile';

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
  const images = openImagesOf(useThunkExtra());
  const isOffered = useFeature('files.urls');
  const wanted = useWantedChannels(channels);
  const size = useStable(geometry, JSON.stringify);
  const current = useStable(line, JSON.stringify);
  const [rested] = useDebouncedValue(current, REST_MS);
  const [read, setRead] = useState<ProfileRequest & { readonly profile: Profile }>();
  useEffect(() => {
    const controller = new AbortController();
    void readProfile(isOffered ? images : undefined, wanted, size, rested, controller.signal).then((profile) => {
      if (profile !== undefined) setRead({ wanted, geometry: size, line: rested, profile });
    });
    return () => controller.abort();
  }, [images, isOffered, wanted, size, rested]);
  const isCurrent = read?.wanted === wanted && read.geometry === size && read.line === current;
  return isCurrent ? read.profile : undefined;
}
