import { Group, Text } from '@mantine/core';
import { useCallback, useDeferredValue, useMemo } from 'react';
import type { Dataset } from '../../domain/dataset';
import { addUpFolders } from '../../domain/folderSizes';
import type { FileListing } from '../../domain/listing';
import { DATASET_TABLE, searchRows } from '../../domain/tableQuery';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { SearchField } from '../../ui/SearchField';
import { useInSlices } from '../../ui/useInSlices';
import { useTableQuery } from '../../ui/useTableQuery';
import { datasetColumns } from './datasetColumns';

const BY_TITLE = { id: 'title', desc: false } as const;

interface DatasetListProps {
  readonly sponsorId: string;
  /** Title. */
  readonly project: string;
  readonly datasets: readonly Dataset[];
  /** The files of the project, as far as they are listed. */
  readonly listing: FileListing | undefined;
}

/** A project's datasets: searched and sorted as the address says, each a link with what tells it from the others. */
export function DatasetList({ sponsorId, project, datasets, listing }: DatasetListProps) {
  const { search, sort = BY_TITLE, onSortChange } = useTableQuery(DATASET_TABLE);
  const wanted = useDeferredValue(search.text);
  const path = `${sponsorId}/${project}`;
  const begin = useCallback(() => addUpFolders(listing, path), [listing, path]);
  const sizes = useInSlices(begin).result?.sizes;
  const columns = useMemo(() => datasetColumns({ sponsorId, project, sizes }), [sponsorId, project, sizes]);
  const shown = useMemo(() => searchRows(datasets, wanted, datasetText), [datasets, wanted]);
  return (
    <div>
      <Group gap="sm" mb="xs">
        <SearchField label="Find a dataset" value={search.text} onChange={search.type} onLeave={search.settle} />
        <Text size="xs" c="dimmed">
          {shown.length.toLocaleString('en')} of {datasets.length.toLocaleString('en')}
        </Text>
      </Group>
      <DataGrid
        label="Datasets"
        columns={columns}
        rows={shown}
        rowId={datasetId}
        rowName={datasetTitle}
        sort={sort}
        onSortChange={onSortChange}
        empty={<EmptyState title="No dataset matches the search" />}
      />
    </div>
  );
}

function datasetId({ datasetHash }: Dataset): string {
  return datasetHash;
}

function datasetTitle({ dataset }: Dataset): string {
  return dataset;
}

function datasetText({ dataset, description, device, tissueType }: Dataset): string {
  return `${dataset} ${description} ${device} ${tissueType}`;
}
