import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Dataset } from '../../domain/dataset';
import { filesBelow, type FileEntry } from '../../domain/fileListing';
import { datasetSummary } from '../../domain/metadata';
import { buildPath } from '../../domain/routePath';
import { shownText } from '../../domain/shownName';
import { compareNatural } from '../../lib/compareNatural';
import { Name } from '../../ui/Name';
import classes from './DatasetList.module.css';

interface DatasetListProps {
  readonly sponsorId: string;
  readonly project: string;
  readonly datasets: readonly Dataset[];
  /** Every file of the project; undefined while they are not listed yet. */
  readonly entries: readonly FileEntry[] | undefined;
}

/** A project's datasets, each a link with its one-line summary. */
export function DatasetList({ sponsorId, project, datasets, entries }: DatasetListProps) {
  const inOrder = [...datasets].sort((left, right) => compareNatural(left.dataset, right.dataset));
  return (
    <ul className={classes.list} aria-label="Datasets">
      {inOrder.map((dataset) => (
        <li key={dataset.datasetHash} className={classes.item}>
          <Anchor component={Link} to={buildPath({ sponsorId, project, dataset: dataset.dataset })} fw={600} size="sm">
            <Name>{dataset.dataset}</Name>
          </Anchor>
          <Text size="sm" c="dimmed" className={classes.summary}>
            {shownText(
              datasetSummary(dataset, entries && totalBytes(entries, `${sponsorId}/${project}/${dataset.dataset}`)),
            )}
          </Text>
        </li>
      ))}
    </ul>
  );
}

function totalBytes(entries: readonly FileEntry[], path: string): number {
  return filesBelow(entries, path).reduce((sum, entry) => sum + entry.size, 0);
}
