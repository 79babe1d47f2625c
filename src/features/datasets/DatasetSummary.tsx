import { Fragment } from 'react';
import { formatMicrometres, type Dataset } from '../../domain/metadata/dataset';
import { shownText } from '../../domain/names/shownName';
import { formatBytes } from '../../lib/formatBytes';
import { counted } from '../../lib/plural';
import { PageHeading } from '../../ui/PageHeading';
import classes from './datasets.module.css';

interface DatasetSummaryProps {
  readonly dataset: Dataset;
  /** The size of all files; undefined until they are listed. */
  readonly totalBytes: number | undefined;
}

/** The dataset's title and its key facts on one line. */
export function DatasetSummary({ dataset, totalBytes }: DatasetSummaryProps) {
  const { description, tissueType, device } = dataset;
  const names = [description.trim() || tissueType.trim(), device.trim()].filter((name) => name !== '');
  const facts = factTexts(dataset, totalBytes);
  return (
    <PageHeading
      title={dataset.dataset}
      isOneLine
      summary={
        <>
          {/* One text node, so that the size can be inserted without a layout shift. */}
          {facts.join(' · ')}
          {/* An invisible placeholder that is as wide as the size. */}
          {totalBytes === undefined && <span className={classes.sizePlaceholder}>{' · 000.00\u00a0MB'}</span>}
          {names.map((name, index) => (
            <Fragment key={index}>
              {(index > 0 || facts.length > 0) && ' · '}
              <bdi>{shownText(name)}</bdi>
            </Fragment>
          ))}
        </>
      }
    />
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
