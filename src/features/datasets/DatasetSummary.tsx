import { Group } from '@mantine/core';
import { Fragment } from 'react';
import type { Dataset } from '../../domain/metadata/dataset';
import { datasetSummary } from '../../domain/metadata/metadata';
import { shownText } from '../../domain/names/shownName';
import { PageHeading } from '../../ui/PageHeading';
import classes from './datasets.module.css';
import { datasetsWords } from './datasetsWords';
import { PipelineState } from './PipelineState';

interface DatasetSummaryProps {
  readonly dataset: Dataset;
  /** Bytes of all its files; undefined while they are not listed yet. */
  readonly totalBytes: number | undefined;
}

/** The dataset's title, its one-line summary and what its pipelines are doing. */
export function DatasetSummary({ dataset, totalBytes }: DatasetSummaryProps) {
  const { datasetHash } = dataset;
  const { names, facts } = datasetSummary(dataset, totalBytes);
  return (
    <div>
      <PageHeading
        title={dataset.dataset}
        summary={
          <>
            {names.map((name, index) => (
              <Fragment key={index}>
                {index > 0 && ' · '}
                <bdi>{shownText(name)}</bdi>
              </Fragment>
            ))}
            {names.length > 0 && facts.length > 0 && ' · '}
            {/* One text, in which the size takes its place without moving an element. */}
            {facts.join(' · ')}
            {totalBytes === undefined && <span className={classes.sizeToCome}>{datasetsWords.sizeToCome}</span>}
          </>
        }
      />
      <Group className={classes.pipelines ?? ''}>
        <PipelineState pipeline="multimodel" datasetHash={datasetHash} />
        <PipelineState pipeline="pyramid" datasetHash={datasetHash} />
        <PipelineState pipeline="atlas" datasetHash={datasetHash} />
      </Group>
    </div>
  );
}
