import { useDebouncedValue, useThrottledValue } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useReducer } from 'react';
import type { SectionStack } from '../../domain/completeness/sectionStack';
import type { DatasetMetadata } from '../../domain/metadata/dataset';
import { nearestTo } from '../../domain/numberRange';
import type { Contrast } from '../../domain/pictures/contrast';
import type { PreviewPlace } from '../../domain/pictures/previewQuery';
import { sourceOf } from './pictureSource';
import { previewReducer, type PreviewSettings } from './previewReducer';
import { filesOfSection, shownChannels } from './shownChannels';
import { usePictureCache } from './usePictureCache';
import { useAskedPlace, usePreviewAddress } from './usePreviewAddress';

/** Channels that are shown to begin with: more at once say nothing, and take long to come. */
const CHANNELS_AT_FIRST = 6;
/** While somebody runs through the sections, pictures are asked for no more often. */
const RUNNING_MS = 120;
/** After so long at a section, its neighbours are fetched. */
const RESTING_MS = 200;

/** What a person has set, and what is to be seen of it now. */
export function useSectionViewer(
  stacks: readonly SectionStack[],
  first: SectionStack,
  named: DatasetMetadata['channels'],
) {
  const asked = useAskedPlace();
  const [settings, dispatch] = useReducer(previewReducer, undefined, () => firstSettings(first, asked));
  const stack = stacks.find(({ layer }) => layer === settings.layer) ?? first;
  // Files may have gone since the section was chosen.
  const section = nearestTo(settings.section, stack.sections);
  const { off } = settings;

  const follow = useCallback((place: PreviewPlace) => {
    if (place.section !== undefined) dispatch({ type: 'placeChosen', section: place.section, off: place.off });
  }, []);
  usePreviewAddress(
    useMemo(() => ({ section, off }), [section, off]),
    follow,
  );

  const [cache, version] = usePictureCache();
  const fetched = useThrottledValue(section, RUNNING_MS);
  const [rested] = useDebouncedValue(section, RESTING_MS);
  useEffect(() => {
    const at = stack.sections.indexOf(fetched);
    const neighbours = rested === fetched ? [stack.sections[at + 1], stack.sections[at - 1]] : [];
    cache.want({
      shown: filesOfSection(stack, fetched, off).map(sourceOf),
      ahead: neighbours.flatMap((one) => filesOfSection(stack, one, off)).map(sourceOf),
    });
  }, [cache, stack, fetched, rested, off]);

  const channels = useMemo(
    () => shownChannels(stack, section, settings, named, cache),
    // The version tells when the cache would answer otherwise.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [stack, section, settings, named, cache, version],
  );
  const contrasts = contrastsOf(channels);
  // A channel that is first seen after the lock keeps the contrast of that moment.
  const isNew = settings.isLocked && Object.keys(contrasts).some((channel) => !(channel in settings.contrasts));
  useEffect(() => {
    if (isNew) dispatch({ type: 'contrastsLocked', contrasts });
  });
  return { stack, section, channels, settings, dispatch, contrasts };
}

/** The middle of the stack, where there is most to see. */
function firstSettings(stack: SectionStack, asked: PreviewPlace): PreviewSettings {
  return {
    section: asked.section ?? stack.sections[Math.floor(stack.sections.length / 2)] ?? 0,
    layer: stack.layer,
    off: asked.off.length > 0 ? asked.off : stack.channels.slice(CHANNELS_AT_FIRST),
    colours: {},
    contrasts: {},
    isLocked: false,
  };
}

function contrastsOf(channels: ReturnType<typeof shownChannels>): Readonly<Record<number, Contrast>> {
  return Object.fromEntries(
    channels.flatMap(({ channel, contrast }) => (contrast === undefined ? [] : [[channel, contrast]])),
  );
}
