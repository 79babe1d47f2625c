import { useCallback, useMemo, type ReactNode } from 'react';
import type { FileListing } from '../../domain/listing/fileListing';
import { sumFolderSizes } from '../../domain/listing/folderView';
import { DATASET_TABLE } from '../../domain/listing/tableQuery';
import type { Dataset } from '../../domain/metadata/dataset';
import { EmptyState } from '../../ui/EmptyState';
import { SearchedTable } from '../../ui/SearchedTable';
import { useInSlices } from '../../ui/useInSlices';
import { datasetColumns } from './datasetColumns';
import { datasetsWords } from './datasetsWords';

interface DatasetListProps {
  readonly sponsorId: string;
  /** Title. */
  readonly project: string;
  readonly datasets: readonly Dataset[];
  /** It is the screen's main list. */
  readonly isMain: boolean;
  /** The files of the project, as far as they are listed. */
  readonly listing: FileListing | undefined;
  /** What makes the first dataset. */
  readonly emptyAction: ReactNode;
}

/** A project's datasets: searched and sorted as the address says, each a link with what tells it from the others. */
export function DatasetList({ sponsorId, project, datasets, isMain, listing, emptyAction }: DatasetListProps) {
  const path = `${sponsorId}/${project}`;
  const begin = useCallback(() => sumFolderSizes(listing, path), [listing, path]);
  const sizes = useInSlices(begin).result?.sizes;
  const columns = useMemo(() => datasetColumns({ sponsorId, project, sizes }), [sponsorId, project, sizes]);
  return (
    <SearchedTable
      label={datasetsWords.datasets}
      searchLabel={datasetsWords.findDataset}
      isMain={isMain}
      table={DATASET_TABLE}
      columns={columns}
      rows={datasets}
      rowId={datasetId}
      rowName={datasetTitle}
      textOf={datasetText}
      empty={
        datasets.length === 0 ? (
          <EmptyState title={datasetsWords.noDatasets} hint={datasetsWords.howDatasetsCome} action={emptyAction} />
        ) : (
          <EmptyState title={datasetsWords.nothingFound} />
        )
      }
    />
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
