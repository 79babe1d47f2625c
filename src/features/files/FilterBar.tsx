import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core';
import { IconFilter, IconFilterFilled } from '@tabler/icons-react';
import { useId } from 'react';
import {
  isFiltered,
  NO_FILTERS,
  type ListFacets,
  type ListFilters,
  type ListQuery,
} from '@data-manager/domain/listing/listQuery';
import { parseSections, sectionsText } from '@data-manager/domain/listing/sectionSpans';
import { channelCode, layerName } from '@data-manager/domain/names/grammar';
import { shownName } from '@data-manager/domain/names/shownName';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted } from '@data-manager/lib/plural';
import { ToggleButton } from '../../ui/ToggleButton';
import { useDraft } from '../../ui/useDraft';
import classes from './files.module.css';

interface FilterBarProps {
  readonly filters: ListFilters;
  readonly facets: ListFacets;
  readonly onChange: (part: Partial<ListQuery>) => void;
}

/** Returns true if the list has anything to filter by. */
export function hasFilters(facets: ListFacets, filters: ListFilters): boolean {
  return facets.channels.length > 0 || isFiltered(filters);
}

interface FiltersButtonProps {
  readonly filters: ListFilters;
  readonly isOpen: boolean;
  readonly onClick: () => void;
}

/** Opens and closes the filter bar. Filled while a filter is set. */
export function FiltersButton({ filters, isOpen, onClick }: FiltersButtonProps) {
  const Icon = isFiltered(filters) ? IconFilterFilled : IconFilter;
  return (
    <ActionIcon
      variant={isOpen ? 'light' : 'subtle'}
      color={isOpen || isFiltered(filters) ? 'cyan' : 'gray'}
      aria-label="Filters"
      title="Filters"
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

/** Filters the list by section, channel and layer, or shows only invalid names or unreadable images. */
export function FilterBar({ filters, facets, onChange }: FilterBarProps) {
  // What is not a section filters nothing.
  const sections = useDraft(
    sectionsText(filters.sections),
    (text) => onChange({ sections: parseSections(text).spans }),
    (text) => sectionsText(parseSections(text).spans),
  );
  const { unreadable } = parseSections(sections.text);
  const hintId = useId();
  // Includes values from the URL that no longer occur, so that they can be switched off.
  const channels = withActive(facets.channels, filters.channels);
  const layers = withActive(facets.layers, filters.layers);
  return (
    <Group gap="xs" miw={0} className={classes.filters ?? ''} role="group" aria-label="Filters">
      <TextInput
        size="xs"
        w="11rem"
        aria-label="Sections"
        placeholder="Sections: 5, 15-17, 20-"
        value={sections.text}
        error={unreadable.length > 0}
        {...(unreadable.length > 0 && { 'aria-describedby': hintId })}
        onChange={(event) => sections.type(event.currentTarget.value)}
        onBlur={sections.flush}
      />
      <Text size="xs" c="var(--mantine-color-error)" id={hintId} role="status" className={classes.unreadable ?? ''}>
        {unreadable.length > 0 && `Not a section: ${unreadable.map(shownName).join(', ')}`}
      </Text>
      {(channels.length > 1 || filters.channels.length > 0) && (
        <ToggleGroup
          label="Channels"
          numbers={channels}
          format={channelCode}
          pressed={filters.channels}
          onChange={(pressed) => onChange({ channels: pressed, misnamed: false })}
        />
      )}
      {(layers.length > 1 || filters.layers.length > 0) && (
        <ToggleGroup
          label="Layers"
          numbers={layers}
          format={(layer) => layerName(layer)}
          pressed={filters.layers}
          onChange={(pressed) => onChange({ layers: pressed, misnamed: false })}
        />
      )}
      {(facets.misnamed > 0 || filters.misnamed) && (
        <ToggleButton
          pressed={filters.misnamed}
          onClick={() => onChange({ ...NO_FILTERS, misnamed: !filters.misnamed })}
        >
          {counted(facets.misnamed, 'invalid name')}
        </ToggleButton>
      )}
      {(facets.unreadable > 0 || filters.unreadable) && (
        <ToggleButton
          pressed={filters.unreadable}
          onClick={() => onChange({ unreadable: !filters.unreadable, misnamed: false })}
        >
          {`${formatCount(facets.unreadable)} damaged`}
        </ToggleButton>
      )}
      {isFiltered(filters) && (
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </Group>
  );
}

function withActive(found: readonly number[], active: readonly number[]): readonly number[] {
  return [...new Set([...found, ...active])].sort((left, right) => left - right);
}

interface ToggleGroupProps {
  /** Accessible name. */
  readonly label: string;
  readonly numbers: readonly number[];
  readonly format: (number: number) => string;
  readonly pressed: readonly number[];
  /** Receives the pressed numbers in ascending order. */
  readonly onChange: (pressed: readonly number[]) => void;
}

/** A row of toggle buttons. No pressed button means all. */
function ToggleGroup({ label, numbers, format, pressed, onChange }: ToggleGroupProps) {
  return (
    <Group gap={4} role="group" translate="no" aria-label={label}>
      {numbers.map((number) => (
        <ToggleButton
          key={number}
          pressed={pressed.includes(number)}
          onClick={() => onChange(numbers.filter((one) => pressed.includes(one) !== (one === number)))}
        >
          {format(number)}
        </ToggleButton>
      ))}
    </Group>
  );
}
