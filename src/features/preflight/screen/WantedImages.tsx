import { useMemo } from 'react';
import { assessCompleteness, sectionImages } from '@data-manager/domain/completeness/completeness';
import { hasImages } from '@data-manager/domain/completeness/datasetState';
import { wantedNames } from '@data-manager/domain/completeness/wantedImages';
import { fileItem } from '@data-manager/domain/listing/fileListing';
import { prefixFor } from '@data-manager/domain/names/bulkRename';
import { namePrefix } from '@data-manager/domain/names/grammar';
import { namedDataset, type PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { counted } from '@data-manager/lib/plural';
import { LISTED, NameLine } from '../cards/Card';
import type { UploadScreenState } from './useUploadScreen';

interface WantedImagesProps {
  readonly screen: UploadScreenState;
  /** The dataset that the files are uploaded into; undefined for a project. */
  readonly dataset: PlannedDataset | undefined;
}

/** Names the images that a dataset still lacks. They become fewer as files are chosen and arrive. */
export function WantedImages({ screen, dataset }: WantedImagesProps) {
  const { forecasts, result, serverFiles, folders, totals } = screen;
  const onServer = useMemo(() => {
    if (dataset === undefined || serverFiles.size === 0) return undefined;
    const images = sectionImages([...serverFiles.values()].map(fileItem));
    const sections = totals(dataset.path) ?? dataset.sections;
    return assessCompleteness(images, { sections, channels: dataset.channels, dataset: namedDataset(dataset) });
  }, [dataset, serverFiles, totals]);
  const planned = (result?.forecasts ?? forecasts).find(({ folder }) => folder === dataset?.path);
  const completeness = planned?.completeness ?? onServer;
  if (dataset === undefined || onServer === undefined || !hasImages(onServer)) return null;
  if (completeness === undefined || completeness.missing === 0) return null;
  const [image] = folders.get(dataset.path)?.onServer ?? [];
  const prefix = image === undefined ? prefixFor(namedDataset(dataset).dataset) : namePrefix(image);
  const { missing } = completeness;
  return (
    <NameLine
      text={`${counted(missing, 'image')} wanted`}
      names={wantedNames(completeness, prefix, LISTED)}
      count={missing}
    />
  );
}
