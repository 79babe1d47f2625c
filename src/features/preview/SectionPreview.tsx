import { NativeSelect, Stack, Switch, Title } from '@mantine/core';
import { useDebouncedValue, useThrottledValue } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useReducer } from 'react';
import { useListing } from '../../api/files';
import { stackSections, type SectionStack } from '../../domain/completeness/sectionStack';
import type { FileItem } from '../../domain/listing/fileListing';
import type { DatasetMetadata } from '../../domain/metadata/dataset';
import { twoDigits } from '../../domain/names/fileName';
import { nearestTo } from '../../domain/numberRange';
import type { Contrast } from '../../domain/pictures/contrast';
import type { PreviewPlace } from '../../domain/pictures/previewQuery';
import { EmptyState } from '../../ui/EmptyState';
import { useReportedSection } from '../../ui/shownSection';
import { useFilesInside } from '../../ui/useFilesInside';
import { useInSlices } from '../../ui/useInSlices';
import { ChannelRow } from './ChannelRow';
import { usePictureCache } from './pictureCache';
import { sourceOf } from './pictureSource';
import { PreviewOutline } from './PreviewOutline';
import { previewReducer, type PreviewSettings } from './previewReducer';
import { SectionPicture } from './SectionPicture';
import classes from './SectionPreview.module.css';
import { SectionSlider } from './SectionSlider';
import { filesOfSection, shownChannels } from './shownChannels';
import { usePlaceFromUrl, usePreviewAddress } from './usePreviewAddress';

interface SectionPreviewProps {
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
  /** Channels of the metadata. */
  readonly channels: DatasetMetadata['channels'];
}

/** Shows the sections of a dataset as composites of their channels. */
export function SectionPreview({ rootPath, channels }: SectionPreviewProps) {
  const { listing, isFetching, isComplete } = useListing(rootPath);
  const files = useFilesInside(listing, rootPath);
  if (files !== undefined) return <Sections key={rootPath} files={files} channels={channels} />;
  // Also covers the time between the last page and the parsed sections, to avoid a layout shift.
  return isFetching || isComplete ? <PreviewOutline channels={channels.length} /> : null;
}

interface SectionsProps extends Pick<SectionPreviewProps, 'channels'> {
  readonly files: readonly FileItem[];
}

function Sections({ files, channels }: SectionsProps) {
  const begin = useCallback(() => stackSections(files), [files]);
  const { result: stacks } = useInSlices(begin);
  if (stacks === undefined) return <PreviewOutline channels={channels.length} />;
  return (
    <Stack component="section" gap={6} className={classes.preview} aria-label="Section preview">
      {stacks[0] === undefined ? (
        <EmptyState title="No sections to show" hint="Images named like NAME_S000123_L01_ch01.tif appear here." />
      ) : (
        <SectionViewer stacks={stacks} first={stacks[0]} named={channels} />
      )}
    </Stack>
  );
}

interface SectionViewerProps {
  readonly stacks: readonly SectionStack[];
  /** The initial layer. */
  readonly first: SectionStack;
  readonly named: DatasetMetadata['channels'];
}

/** One section with its picture, a slider, and the display settings of its channels. */
function SectionViewer({ stacks, first, named }: SectionViewerProps) {
  const { stack, section, channels, settings, dispatch, contrasts } = useSectionViewer(stacks, first, named);
  return (
    <>
      <div className={classes.head}>
        <Title order={2} size="h5">
          {`Section ${section}`}
        </Title>
        {stacks.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Layer"
            value={String(stack.layer)}
            data={stacks.map(({ layer }) => ({ value: String(layer), label: `L${twoDigits(layer)}` }))}
            onChange={({ currentTarget }) => {
              const chosen = stacks.find(({ layer }) => layer === Number(currentTarget.value)) ?? stack;
              dispatch({ type: 'placeChosen', layer: chosen.layer, section: nearestTo(section, chosen.sections) });
            }}
          />
        )}
      </div>
      <SectionPicture section={section} channels={channels} />
      <SectionSlider
        sections={stack.sections}
        section={section}
        onChange={(chosen) => dispatch({ type: 'placeChosen', section: chosen })}
      />
      <div className={classes.channels}>
        {channels.map((channel) => (
          <ChannelRow key={channel.channel} shown={channel} dispatch={dispatch} />
        ))}
      </div>
      <Switch
        size="xs"
        label="Lock contrast across sections"
        checked={settings.isLocked}
        onChange={({ currentTarget }) =>
          dispatch(currentTarget.checked ? { type: 'contrastsLocked', contrasts } : { type: 'contrastsUnlocked' })
        }
      />
    </>
  );
}

/** Number of channels shown initially. More take long to load and are hard to tell apart. */
const INITIAL_CHANNELS = 6;
/** Minimum time between requests while the user browses quickly. */
const THROTTLE_MS = 120;
/** Time after which the neighbours of a section are prefetched. */
const PREFETCH_DELAY_MS = 200;

/** The settings of the viewer, and the channels to display. */
function useSectionViewer(stacks: readonly SectionStack[], first: SectionStack, named: DatasetMetadata['channels']) {
  const requested = usePlaceFromUrl();
  const [settings, dispatch] = useReducer(previewReducer, undefined, () => firstSettings(first, requested));
  const stack = stacks.find(({ layer }) => layer === settings.layer) ?? first;
  // The files of the selected section may have been deleted.
  const section = nearestTo(settings.section, stack.sections);
  const { off } = settings;

  const follow = useCallback((place: PreviewPlace) => {
    const { section: to, layer: toLayer, off: toOff } = place;
    if (to !== undefined) dispatch({ type: 'placeChosen', section: to, layer: toLayer, off: toOff });
  }, []);
  // The first layer needs no parameter.
  const layer = stack === first ? undefined : stack.layer;
  usePreviewAddress(
    useMemo(() => ({ section, layer, off }), [section, layer, off]),
    follow,
  );
  useReportedSection({ section, layer: stack.layer });

  const [cache, version] = usePictureCache();
  const fetched = useThrottledValue(section, THROTTLE_MS);
  const [rested] = useDebouncedValue(section, PREFETCH_DELAY_MS);
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
    // The version changes with the content of the cache.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [stack, section, settings, named, cache, version],
  );
  const contrasts = contrastsOf(channels);
  // Locks the contrast of channels that appear after locking.
  const isNew = settings.isLocked && Object.keys(contrasts).some((channel) => !(channel in settings.contrasts));
  useEffect(() => {
    if (isNew) dispatch({ type: 'contrastsLocked', contrasts });
  });
  return { stack, section, channels, settings, dispatch, contrasts };
}

/** Starts in the middle of the stack, which usually shows the most tissue. */
function firstSettings(stack: SectionStack, requested: PreviewPlace): PreviewSettings {
  return {
    section: requested.section ?? stack.sections[Math.floor(stack.sections.length / 2)] ?? 0,
    layer: requested.layer ?? stack.layer,
    off: requested.off.length > 0 ? requested.off : stack.channels.slice(INITIAL_CHANNELS),
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
