import { Button } from '@mantine/core';
import { isFiltered, NO_FILTERS, type ListQuery } from '@data-manager/domain/listing/listQuery';
import type { Arrivals } from '@data-manager/domain/uploads/arrivals';
import { EmptyState } from '../../ui/EmptyState';
import { isOneSection, MissingImages } from './MissingImages';
import type { RenderUpload } from './renderUpload';

interface NoMatchesProps {
  /** Path of the folder, without a trailing slash. */
  readonly path: string;
  readonly query: ListQuery;
  /** True if more files may follow: none of them is known to be missing. */
  readonly isPartial: boolean;
  /** The uploads into the list. */
  readonly arrivals: Pick<Arrivals, 'sending' | 'arrived'> | undefined;
  readonly onChange: (part: Partial<ListQuery>) => void;
  readonly renderUpload: RenderUpload | undefined;
}

/** Replaces the rows if nothing matches: names the missing image, or offers buttons that clear the filters. */
export function NoMatches({ path, query, isPartial, arrivals, onChange, renderUpload }: NoMatchesProps) {
  if (!isFiltered(query)) {
    return <EmptyState title={isPartial ? 'No matching files so far' : 'No matching files'} />;
  }
  const { sections, channels, layers, search, unreadable } = query;
  const isMissing =
    !isPartial &&
    search === '' &&
    !unreadable &&
    sections.length > 0 &&
    sections.every(({ first, last }) => first !== undefined && last !== undefined);
  const hint = (
    <>
      {sections.length > 0 && channels.length + layers.length > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChange({ ...NO_FILTERS, sections, search: '' })}>
          {isOneSection(sections) ? 'Show all files of this section' : 'Show all files of these sections'}
        </Button>
      )}
      <Button size="compact-sm" variant="subtle" onClick={() => onChange({ ...NO_FILTERS, search: '' })}>
        Show all files
      </Button>
    </>
  );
  if (isMissing)
    return <MissingImages path={path} query={query} arrivals={arrivals} hint={hint} renderUpload={renderUpload} />;
  return (
    <EmptyState title={isPartial ? 'No files match the filters so far' : 'No files match the filters'} hint={hint} />
  );
}
