import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconFile, IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { addressOfKey } from '@data-manager/domain/listing/addressOfKey';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { useSearchQuery, type SearchResult } from '../../api/search';
import { EmptyState } from '../../ui/EmptyState';
import { FileName, Name, PathName } from '../../ui/Name';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { NotLoaded } from '../../widgets/NotLoaded';

/** The datasets and files of all projects whose names contain a text of at least two characters. */
export function SearchResults({ text }: { readonly text: string }) {
  return (
    <Stack component="section" gap="xs" mt="md" aria-label="Datasets and files">
      <Title order={2} size="h5">
        Datasets and files
      </Title>
      <Text component="ul" style={{ listStyle: 'none' }}>
        <ResultPage key={text} q={text} cursor={undefined} isFirst />
      </Text>
    </Stack>
  );
}

interface ResultPageProps {
  readonly q: string;
  readonly cursor: string | undefined;
  /** True if nothing is shown before the page. */
  readonly isFirst: boolean;
}

/** A page of results, and the pages after it that the user has asked for. */
function ResultPage({ q, cursor, isFirst }: ResultPageProps) {
  const [isContinued, setIsContinued] = useState(false);
  const { currentData, error, refetch } = useSearchQuery({ q, cursor }, { refetchOnMountOrArgChange: true });
  if (currentData === undefined) {
    return (
      <li>
        {error === undefined ? (
          <SkeletonRows count={3} />
        ) : (
          <NotLoaded title="Datasets and files could not be searched" query={{ error, refetch }} />
        )}
      </li>
    );
  }
  // The list of projects shows the projects.
  const results = currentData.results.filter(({ kind }) => kind !== 'project');
  // An empty cursor counts as none.
  const next = currentData.cursor || undefined;
  const hasProjectsOnly = results.length === 0 && currentData.results.length > 0;
  const isEmpty = isFirst && results.length === 0;
  return (
    <>
      {results.map((result) => (
        <Result key={result.key} result={result} />
      ))}
      {isEmpty && next === undefined && (
        <li>
          <EmptyState title="No dataset or file matches the search" />
        </li>
      )}
      {next !== undefined &&
        (isContinued || hasProjectsOnly ? (
          <ResultPage q={q} cursor={next} isFirst={isEmpty} />
        ) : (
          <li>
            <Button size="compact-sm" variant="subtle" onClick={() => setIsContinued(true)}>
              {results.length === 0 ? 'Search more files' : 'Show more'}
            </Button>
          </li>
        ))}
    </>
  );
}

/** A dataset or a file with its place. The link of a file leads to its folder, and searches for its name there. */
function Result({ result: { kind, key, title } }: { readonly result: SearchResult }) {
  const isFile = kind === 'file';
  const Icon = isFile ? IconFile : IconStack2;
  const name = lastSegment(key);
  return (
    <Group component="li" gap="0 0.5rem" py={6} style={{ overflowWrap: 'anywhere' }}>
      <Icon size={16} aria-hidden />
      <Anchor component={Link} to={isFile ? addressOfKey(key, name) : addressOfKey(`${key}/`)} size="sm">
        {isFile ? <FileName>{name}</FileName> : <Name>{title ?? name}</Name>}
      </Anchor>
      <Text size="xs" c="dimmed">
        <PathName>{key.slice(key.indexOf('/') + 1, -name.length - 1)}</PathName>
      </Text>
    </Group>
  );
}
