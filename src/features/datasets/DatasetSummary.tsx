import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { formatMicrometres, type Dataset } from '@data-manager/domain/metadata/dataset';
import { shownText } from '@data-manager/domain/names/shownName';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { counted } from '@data-manager/lib/plural';
import { PageHeading } from '../../ui/PageHeading';

interface DatasetSummaryProps {
  readonly dataset: Dataset;
  /** The size of all files; undefined until they are listed. */
  readonly totalBytes: number | undefined;
}

/** The dataset's title and its key facts. */
export function DatasetSummary({ dataset, totalBytes }: DatasetSummaryProps) {
  const { description, tissueType, device, physicalSections, channels, pixelSize, physicalSpacing } = dataset;
  const names = [description.trim() || tissueType.trim(), device.trim()].filter((name) => name !== '');
  const facts = factTexts([
    physicalSections !== undefined && counted(physicalSections, 'section'),
    channels.length > 0 && counted(channels.length, 'channel'),
    pixelSize !== undefined && `${formatMicrometres(pixelSize)} pixels`,
    physicalSpacing !== undefined && `${formatMicrometres(physicalSpacing)} between sections`,
  ]);
  const isAlone = facts.length + names.length === 0;
  return (
    <PageHeading
      title={dataset.dataset}
      isBrief
      summary={
        <>
          <span>{facts.join(' · ')}</span>
          {names.map((name, index) => (
            <Fragment key={index}>
              {(facts.length > 0 || index > 0) && <span> · </span>}
              <bdi translate="no">{shownText(name)}</bdi>
            </Fragment>
          ))}
          {/* Last, because it is known last. As wide as the longest usual size, so that the line does not wrap. */}
          {!isAlone && <span> </span>}
          <Text span inherit display="inline-block" miw="5.75rem">
            {totalBytes !== undefined &&
              totalBytes > 0 &&
              `${isAlone ? '' : '· '}${formatBytes(totalBytes).replaceAll(' ', '\u00a0')}`}
          </Text>
        </>
      }
    />
  );
}

/** Returns the known facts with non-breaking spaces, so that lines break only between facts. */
function factTexts(facts: readonly (string | false)[]): readonly string[] {
  return facts.filter((fact) => fact !== false).map((fact) => fact.replaceAll(' ', '\u00a0'));
}
