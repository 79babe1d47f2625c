import { Button, Group, TextInput } from '@mantine/core';
import {
  isFiltered,
  NO_FILTERS,
  readSections,
  sectionSpanText,
  type ListFacets,
  type ListFilters,
  type ListQuery,
} from '../../domain/listing/listQuery';
import { channelCode, twoDigits } from '../../domain/names/fileName';
import { counted } from '../../lib/plural';
import { ToggleButton } from '../../ui/ToggleButton';
import { useDraft } from '../../ui/useDraft';
import classes from './files.module.css';

interface FilterBarProps {
  readonly filters: ListFilters;
  readonly facets: ListFacets;
  readonly onChange: (part: Partial<ListQuery>) => void;
}

/** Filters the list by section, channel and layer, or shows only invalid names. */
export function FilterBar({ filters, facets, onChange }: FilterBarProps) {
  const span = filters.sections === undefined ? '' : sectionSpanText(filters.sections);
  const sections = useDraft(span, (text) => {
    if (text.trim() === '' || readSections(text) !== undefined) onChange({ sections: readSections(text) });
  });
  const isValid = sections.text.trim() === '' || readSections(sections.text) !== undefined;
  // Includes values from the URL that no longer occur, so that they can be switched off.
  const channels = withActive(facets.channels, filters.channels);
  const layers = withActive(facets.layers, filters.layers);
  if (facets.channels.length === 0 && !isFiltered(filters)) return null;
  return (
    <Group gap="sm" mb="xs" role="group" aria-label="Filters">
      <TextInput
        size="xs"
        className={classes.sections ?? ''}
        aria-label="Sections"
        placeholder="Sections: 5, 1-20, 20-"
        value={sections.text}
        error={!isValid}
        onChange={(event) => sections.type(event.currentTarget.value)}
        onBlur={sections.flush}
      />
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
          format={(layer) => `L${twoDigits(layer)}`}
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
    <Group gap={4} role="group" aria-label={label}>
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
