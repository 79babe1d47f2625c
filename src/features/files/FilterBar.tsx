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
import { ToggleGroup } from './ToggleGroup';

interface FilterBarProps {
  readonly filters: ListFilters;
  readonly facets: ListFacets;
  readonly onChange: (part: Partial<ListQuery>) => void;
}

/** Narrows the list to sections, channels, layers, or to what does not follow the naming. */
export function FilterBar({ filters, facets, onChange }: FilterBarProps) {
  const span = filters.sections === undefined ? '' : sectionSpanText(filters.sections);
  const sections = useDraft(span, (text) => {
    if (text.trim() === '' || readSections(text) !== undefined) onChange({ sections: readSections(text) });
  });
  const isReadable = sections.text.trim() === '' || readSections(sections.text) !== undefined;
  // A shared address may ask for what is no longer there: it can be taken back, too.
  const channels = withAsked(facets.channels, filters.channels);
  const layers = withAsked(facets.layers, filters.layers);
  if (facets.channels.length === 0 && !isFiltered(filters)) return null;
  return (
    <Group gap="sm" mb="xs" role="group" aria-label="Filters">
      <TextInput
        size="xs"
        className={classes.sections ?? ''}
        aria-label="Sections"
        placeholder="Sections: 5, 1-20, 20-"
        value={sections.text}
        error={!isReadable}
        onChange={(event) => sections.type(event.currentTarget.value)}
        onBlur={sections.settle}
      />
      {(channels.length > 1 || filters.channels.length > 0) && (
        <ToggleGroup
          label="Channels"
          numbers={channels}
          word={channelCode}
          pressed={filters.channels}
          onChange={(pressed) => onChange({ channels: pressed, misnamed: false })}
        />
      )}
      {(layers.length > 1 || filters.layers.length > 0) && (
        <ToggleGroup
          label="Layers"
          numbers={layers}
          word={(layer) => `L${twoDigits(layer)}`}
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

function withAsked(found: readonly number[], asked: readonly number[]): readonly number[] {
  return [...new Set([...found, ...asked])].sort((left, right) => left - right);
}
