import { Button } from '@mantine/core';
import { isFiltered, NO_FILTERS, type ListQuery } from '../../domain/listing/listQuery';
import { EmptyState } from '../../ui/EmptyState';

interface NothingMatchesProps {
  readonly query: ListQuery;
  readonly onChange: (part: Partial<ListQuery>) => void;
}

/** Stands where the list would be, with the ways to see something again. */
export function NothingMatches({ query, onChange }: NothingMatchesProps) {
  if (!isFiltered(query)) return <EmptyState title="No matching files or folders" />;
  const { sections, channels, layers } = query;
  const isOfChannels = channels.length + layers.length > 0;
  return (
    <EmptyState
      title="No files match the filters"
      hint={
        <>
          {sections !== undefined && isOfChannels && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => onChange({ ...NO_FILTERS, sections, search: '' })}
            >
              {sections.first === sections.last ? 'Show all files of this section' : 'Show all files of these sections'}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => onChange({ ...NO_FILTERS, search: '' })}>
            Show all files
          </Button>
        </>
      }
    />
  );
}
