import { NativeSelect, Switch, Title } from '@mantine/core';
import type { SectionStack } from '../../domain/completeness/sectionStack';
import type { DatasetMetadata } from '../../domain/metadata/dataset';
import { twoDigits } from '../../domain/names/fileName';
import { nearestTo } from '../../domain/numberRange';
import { ChannelRow } from './ChannelRow';
import { SectionPicture } from './SectionPicture';
import classes from './SectionPreview.module.css';
import { SectionSlider } from './SectionSlider';
import { useSectionViewer } from './useSectionViewer';

interface SectionViewerProps {
  readonly stacks: readonly SectionStack[];
  /** The layer that is shown until somebody chooses. */
  readonly first: SectionStack;
  readonly named: DatasetMetadata['channels'];
}

/** One section at a time: its picture, the way to the others, and how its channels are shown. */
export function SectionViewer({ stacks, first, named }: SectionViewerProps) {
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
              dispatch({ type: 'layerChosen', layer: chosen.layer, section: nearestTo(section, chosen.sections) });
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
