import { Group } from '@mantine/core';
import { Fragment } from 'react';
import { formatMicrometres, type Dataset } from '../../domain/metadata/dataset';
import { shownText } from '../../domain/names/shownName';
import { formatBytes } from '../../lib/formatBytes';
import { counted } from '../../lib/plural';
import { PageHeading } from '../../ui/PageHeading';
import classes from './datasets.module.css';
import { PipelineState } from './Pipelines';

interface DatasetSummaryProps {
  readonly dataset: Dataset;
  /** The size of all files; undefined until they are listed. */
  readonly totalBytes: number | undefined;
}

/** The dataset's title, its key facts on one line, and the state of its pipelines. */
export function DatasetSummary({ dataset, totalBytes }: DatasetSummaryProps) {
  const { datasetHash, description, tissueType, device } = dataset;
  const names = [description.trim() || tissueType.trim(), device.trim()].filter((name) => name !== '');
  const facts = factTexts(dataset, totalBytes);
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
            {/* One text node, so that the size can be inserted without a layout shift. */}
            {facts.join(' · ')}
            {/* An invisible placeholder that is as wide as the size. */}
            {totalBytes === undefined && <span className={classes.sizePlaceholder}>{' · 000.00\u00a0MB'}</span>}
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

/** Returns the known facts with non-breaking spaces, so that lines break only between facts. */
function factTexts(dataset: Dataset, totalBytes: number | undefined): readonly string[] {
  const { physicalSections, channels, pixelSize, physicalSpacing } = dataset;
  return [
    physicalSections !== undefined && counted(physicalSections, 'section'),
    channels.length > 0 && counted(channels.length, 'channel'),
    totalBytes !== undefined && (totalBytes === 0 ? 'no files yet' : formatBytes(totalBytes)),
    pixelSize !== undefined && `${formatMicrometres(pixelSize)} pixels`,
    physicalSpacing !== undefined && `${formatMicrometres(physicalSpacing)} between sections`,
  ]
    .filter((fact) => fact !== false)
    .map((fact) => fact.replaceAll(' ', '\u00a0'));
}
