import { Box, Flex, Group, NativeSelect, Switch, Title } from '@mantine/core';
import { useFullscreenElement } from '@mantine/hooks';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import {
  adjacentSection,
  sectionSpan,
  stackSections,
  type SectionStack,
} from '@data-manager/domain/completeness/sectionStack';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import type { DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import { EXAMPLE_NAME, layerName } from '@data-manager/domain/names/grammar';
import { nearestTo } from '@data-manager/domain/numberRange';
import { parseWhole } from '@data-manager/lib/parseNumber';
import { useListing } from '../../api/files';
import { EmptyState } from '../../ui/EmptyState';
import { hasModifier } from '../../ui/hasModifier';
import { NumberField } from '../../ui/NumberField';
import { ToggleButton } from '../../ui/ToggleButton';
import { useFilesInside } from '../../widgets/useFilesInside';
import { ChannelRow } from './channels/ChannelRow';
import { reservedChannels } from './channels/reservedChannels';
import type { ShownChannel } from './channels/shownChannels';
import { MissingSection } from './MissingSection';
import { ToolButton } from './picture/PictureTools';
import { SectionPicture } from './picture/SectionPicture';
import { PreviewOutline } from './PreviewOutline';
import classes from './SectionPreview.module.css';
import { SectionSlider } from './SectionSlider';
import { useSectionViewer } from './useSectionViewer';

/** The metadata that the preview uses. */
type PreviewedDataset = Pick<DatasetMetadata, 'channels' | 'physicalSections' | 'pixelSize'>;

interface SectionPreviewProps {
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
  /** Undefined for a folder without metadata. */
  readonly dataset: PreviewedDataset | undefined;
  /** The files without the scans that are not shown. */
  readonly shownFiles?: readonly FileItem[] | undefined;
  /** Renders the choice among the scans of a section. */
  readonly renderScans?: (section: number, layer: number) => ReactNode;
  /** Renders the button that restores or uploads the missing images of a section. */
  readonly renderRemedy?: (section: number, layer: number) => ReactNode;
}

const NO_CHANNELS: DatasetMetadata['channels'] = [];

/** Shows the sections of a dataset as composites of their channels. Fills the size that its container gives it. */
export function SectionPreview({ rootPath, shownFiles, ...shown }: SectionPreviewProps) {
  const { listing, isFetching, isComplete } = useListing(rootPath);
  const listed = useFilesInside(listing, rootPath);
  const files = listed && (shownFiles ?? listed);
  if (files !== undefined) return <Sections key={rootPath} files={files} {...shown} />;
  // Also covers the time between the last page and the parsed sections, to avoid a layout shift.
  return isFetching || isComplete ? <PreviewOutline channels={shown.dataset?.channels.length ?? 0} /> : null;
}

interface SectionsProps extends Omit<SectionPreviewProps, 'rootPath' | 'shownFiles'> {
  readonly files: readonly FileItem[];
}

function Sections({ files, ...shown }: SectionsProps) {
  const stacks = useMemo(() => stackSections(files), [files]);
  const { ref, fullscreen, toggle } = useFullscreenElement();
  return (
    <section
      ref={ref}
      className={classes.preview}
      aria-label="Section preview"
      data-fullscreen={fullscreen || undefined}
    >
      {stacks[0] === undefined ? (
        <EmptyState title="Section images appear here" hint={`They are named like ${EXAMPLE_NAME}.`} />
      ) : (
        <SectionViewer
          stacks={stacks}
          first={stacks[0]}
          {...shown}
          isFullScreen={fullscreen}
          onFullScreenToggle={() => void toggle().catch(() => undefined)}
        />
      )}
    </section>
  );
}

interface SectionViewerProps extends Omit<SectionsProps, 'files'> {
  readonly stacks: readonly SectionStack[];
  /** The initial layer. */
  readonly first: SectionStack;
  readonly isFullScreen: boolean;
  readonly onFullScreenToggle: () => void;
}

/** One section with its picture, a slider, and the display settings of its channels. */
function SectionViewer(props: SectionViewerProps) {
  const { stacks, first, dataset, renderRemedy, renderScans, isFullScreen, onFullScreenToggle } = props;
  const viewer = useSectionViewer(stacks, first, dataset?.channels ?? NO_CHANNELS);
  const { stack, section, channels, settings, dispatch, contrasts, chooseColour } = viewer;
  const [isContrastOpen, setContrastOpen] = useState(false);
  const { sections } = stack;
  const physicalSections = dataset?.physicalSections;
  const span = sectionSpan(sections, physicalSections);
  const goTo = (to: number | undefined) => {
    if (to !== undefined) dispatch({ type: 'placeChosen', section: to });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || hasModifier(event)) return;
    const { key } = event;
    const toggled = /^[1-9]$/.test(key) ? channels[Number(key) - 1] : undefined;
    if (key === 'PageDown' || key === 'ArrowRight') goTo(adjacentSection(sections, section, 1));
    else if (key === 'PageUp' || key === 'ArrowLeft') goTo(adjacentSection(sections, section, -1));
    else if (toggled !== undefined) dispatch({ type: 'channelToggled', channel: toggled.channel });
    else if (key === 'f') onFullScreenToggle();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Flex flex="none" align="center" gap="0.75rem" mih={30}>
        <Title order={2} size="h5">
          {`Section ${section}`}
        </Title>
        {stacks.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Layer"
            value={String(stack.layer)}
            data={stacks.map(({ layer }) => ({ value: String(layer), label: layerName(layer) }))}
            onChange={({ currentTarget }) => {
              const chosen = stacks.find(({ layer }) => layer === Number(currentTarget.value)) ?? stack;
              dispatch({ type: 'placeChosen', layer: chosen.layer, section: nearestTo(section, chosen.sections) });
            }}
          />
        )}
        <PagePicker channels={channels} onChange={(page) => dispatch({ type: 'pageChosen', page })} />
      </Flex>
      <div className={classes.viewer}>
        <div className={classes.stage}>
          <SectionPicture
            section={section}
            channels={channels}
            pixelSize={dataset?.pixelSize}
            onKeyDown={onKeyDown}
            notice={
              sections.includes(section) ? undefined : (
                <MissingSection
                  section={section}
                  span={span}
                  stack={stack}
                  stacks={stacks}
                  remedy={renderRemedy?.(section, stack.layer)}
                  onShow={goTo}
                />
              )
            }
            tools={
              document.fullscreenEnabled && (
                <ToolButton
                  label={isFullScreen ? 'Exit full screen' : 'Full screen'}
                  icon={isFullScreen ? IconMinimize : IconMaximize}
                  onClick={onFullScreenToggle}
                />
              )
            }
          />
          <SectionSlider span={span} sections={sections} section={section} onChange={goTo} />
        </div>
        <div className={classes.settings}>
          {renderScans?.(section, stack.layer)}
          {/* Above the channels, whose number is known only with the files. */}
          <Group gap="xs">
            <ToggleButton pressed={isContrastOpen} onClick={() => setContrastOpen(!isContrastOpen)}>
              Colours and contrast
            </ToggleButton>
            {isContrastOpen && (
              <Switch
                size="xs"
                label="Lock contrast across sections"
                checked={settings.isLocked}
                onChange={({ currentTarget }) =>
                  dispatch(
                    currentTarget.checked ? { type: 'contrastsLocked', contrasts } : { type: 'contrastsUnlocked' },
                  )
                }
              />
            )}
          </Group>
          <Box
            className={classes.channels ?? ''}
            data-open={isContrastOpen || undefined}
            style={{ '--channels': reservedChannels(dataset?.channels.length) }}
          >
            {channels.map((channel) => (
              <ChannelRow
                key={channel.channel}
                {...channel}
                isOpen={isContrastOpen}
                dispatch={dispatch}
                onColourChange={chooseColour}
              />
            ))}
          </Box>
        </div>
      </div>
    </>
  );
}

interface PagePickerProps {
  readonly channels: readonly ShownChannel[];
  readonly onChange: (page: number) => void;
}

/** Shows and changes the page of multi-page images. Renders nothing for other images. */
function PagePicker({ channels, onChange }: PagePickerProps) {
  const origins = channels.flatMap(({ isOn, picture }) => (isOn ? (picture?.origin ?? []) : []));
  const foundPages = Math.max(1, ...origins.map((origin) => origin.pages ?? 1));
  const foundPage = origins.find((origin) => origin.pages === foundPages)?.page ?? 1;
  // They stay while another page is loading, so that the field keeps the focus.
  const [{ pages, page }, setLatest] = useState({ pages: foundPages, page: foundPage });
  if (origins.length > 0 && (pages !== foundPages || page !== foundPage)) {
    setLatest({ pages: foundPages, page: foundPage });
  }
  /** What was typed since the field got the focus. The page that it names may still be loading. */
  const [draft, setDraft] = useState<string>();
  if (pages === 1) return null;
  const pageOf = (typed: string) => parseWhole(typed, { min: 1, max: pages });
  return (
    <Group gap={6}>
      <span aria-hidden>Page</span>
      <NumberField
        size="xs"
        min={1}
        max={pages}
        aria-label={`Page, 1 to ${pages}`}
        // Room for five digits.
        w="4.5rem"
        value={draft ?? String(page)}
        onChange={(typed) => {
          setDraft(typed);
          const typedPage = pageOf(typed);
          if (typedPage !== undefined) onChange(typedPage);
        }}
        // A number that was refused stays, with the reason.
        onBlur={() =>
          setDraft((typed) => (typed === undefined || typed === '' || pageOf(typed) !== undefined ? undefined : typed))
        }
      />
      <span>{`of ${pages}`}</span>
    </Group>
  );
}
