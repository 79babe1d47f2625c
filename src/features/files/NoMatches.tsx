import { Button } from '@mantine/core';
import { isFiltered, NO_FILTERS, type ListQuery } from '@data-manager/domain/listing/listQuery';
import { channelCode } from '@data-manager/domain/names/grammar';
import { EmptyState } from '../../ui/EmptyState';
import type { RenderUpload } from './renderUpload';

interface NoMatchesProps {
  readonly query: ListQuery;
  readonly onChange: (part: Partial<ListQuery>) => void;
  readonly renderUpload: RenderUpload | undefined;
}

/** Replaces the rows if nothing matches: names the missing image, or offers buttons that clear the filters. */
export function NoMatches({ query, onChange, renderUpload }: NoMatchesProps) {
  if (!isFiltered(query)) return <EmptyState title="No matching files or folders" />;
  const { sections, channels, layers, search, unreadable } = query;
  const isMissing =
    search === '' &&
    !unreadable &&
    sections.length > 0 &&
    sections.every(({ first, last }) => first !== undefined && last !== undefined);
  return (
    <EmptyState
      title={isMissing ? `${missingImages(query)}: missing` : 'No files match the filters'}
      hint={
        <>
          {sections.length > 0 && channels.length + layers.length > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => onChange({ ...NO_FILTERS, sections, search: '' })}
            >
              {isOneSection(sections) ? 'Show all files of this section' : 'Show all files of these sections'}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => onChange({ ...NO_FILTERS, search: '' })}>
            Show all files
          </Button>
        </>
      }
      action={isMissing && renderUpload?.({ isPrimary: false, label: 'Upload missing images' })}
    />
  );
}

/** Returns `Section 17, ch02` or `Sections 17, 20–22`. */
function missingImages({ sections, channels }: ListQuery): string {
  const numbers = sections.map(({ first = 0, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
  return [`${isOneSection(sections) ? 'Section' : 'Sections'} ${numbers}`, ...channels.map(channelCode)].join(', ');
}

function isOneSection([only, ...others]: ListQuery['sections']): boolean {
  return others.length === 0 && only?.first === only?.last;
}
