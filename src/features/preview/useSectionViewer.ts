import { useDebouncedValue, useThrottledCallback } from '@mantine/hooks';
import { useEffect, useMemo, useReducer } from 'react';
import type { SectionStack } from '@data-manager/domain/completeness/sectionStack';
import type { DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import type { Contrast } from '@data-manager/domain/pictures/contrast';
import type { PreviewPlace } from '@data-manager/domain/pictures/previewQuery';
import { useReportedSection } from '../../widgets/shownSection';
import { useChannelColours } from './channels/channelColours';
import { filesOfSection, readableImage, shownChannels } from './channels/shownChannels';
import { usePictureCache } from './loading/pictureCache';
import { sourceOf } from './loading/pictureSource';
import { useHiddenSizes } from './pixels/useHiddenSizes';
import { previewReducer, type PreviewSettings } from './previewReducer';
import { usePlaceFromUrl, usePreviewAddress } from './usePreviewAddress';

/** Number of channels shown initially. More take long to load and are hard to distinguish. */
const INITIAL_CHANNELS = 6;
/** Minimum time between requests while the user browses quickly. */
const THROTTLE_MS = 120;
/** Time after which the neighbours of a section are prefetched. */
const PREFETCH_DELAY_MS = 200;

/**
 * Returns the settings of the viewer, and the channels to display.
 *
 * @param first the initial layer
 */
export function useSectionViewer(
  stacks: readonly SectionStack[],
  first: SectionStack,
  named: DatasetMetadata['channels'],
) {
  const requested = usePlaceFromUrl();
  const [settings, dispatch] = useReducer(previewReducer, undefined, () => firstSettings(stacks, first, requested));
  const stack = stacks.find(({ layer }) => layer === settings.layer) ?? first;
  const { section, page, off } = settings;
  // The first layer needs no parameter.
  const layer = stack === first ? undefined : stack.layer;
  usePreviewAddress({ section, layer, page, off }, (place) => {
    if (place.section === undefined) return;
    dispatch({ type: 'placeChosen', section: place.section, layer: place.layer, off: place.off });
    dispatch({ type: 'pageChosen', page: place.page });
  });
  useReportedSection({ section, layer: stack.layer });

  const [cache, version] = usePictureCache();
  // A throttled value would render everything once more before the first request.
  const want = useThrottledCallback(cache.want, THROTTLE_MS);
  const [rested] = useDebouncedValue(section, PREFETCH_DELAY_MS);
  useEffect(() => {
    const at = stack.sections.indexOf(section);
    const neighbours = rested === section && at >= 0 ? [stack.sections[at + 1], stack.sections[at - 1]] : [];
    want({
      shown: filesOfSection(stack, section, off).map((file) => sourceOf(file, page)),
      ahead: neighbours.flatMap((one) => filesOfSection(stack, one, off)).map((file) => sourceOf(file, page)),
    });
  }, [want, stack, section, rested, page, off]);

  const colours = useChannelColours();
  const hiddenSizes = useHiddenSizes(stack, rested === section ? section : undefined, page, off, cache);
  const channels = useMemo(
    () => shownChannels(stack, section, settings, named, colours, cache, hiddenSizes),
    // The version changes with the content of the cache.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [stack, section, settings, named, colours, cache, hiddenSizes, version],
  );
  const contrasts = contrastsOf(channels);
  // Locks the contrast of channels that appear after locking.
  const isNew = settings.isLocked && Object.keys(contrasts).some((channel) => !(channel in settings.contrasts));
  useEffect(() => {
    if (isNew) dispatch({ type: 'contrastsLocked', contrasts });
  });
  return { stack, section, channels, settings, dispatch, contrasts, chooseColour: colours.choose };
}

/** Starts in the middle of the readable sections, which usually shows the most tissue. */
function firstSettings(stacks: readonly SectionStack[], first: SectionStack, requested: PreviewPlace): PreviewSettings {
  const stack = stacks.find(({ layer }) => layer === requested.layer) ?? first;
  const isReadable = (section: number) =>
    stack.channels.some((one) => readableImage(stack, section, one) !== undefined);
  return {
    section: requested.section ?? middleOf(stack.sections.filter(isReadable)) ?? middleOf(stack.sections) ?? 0,
    layer: stack.layer,
    page: requested.page,
    off: requested.off.length > 0 ? requested.off : stack.channels.slice(INITIAL_CHANNELS),
    contrasts: {},
    isLocked: false,
  };
}

function middleOf(sections: readonly number[]): number | undefined {
  return sections[Math.floor(sections.length / 2)];
}

function contrastsOf(channels: ReturnType<typeof shownChannels>): Readonly<Record<number, Contrast>> {
  return Object.fromEntries(
    channels.flatMap(({ channel, contrast }) => (contrast === undefined ? [] : [[channel, contrast]])),
  );
}
