import { Group } from '@mantine/core';
import { useState } from 'react';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import type { Assessment } from '../features/datasets/useAssessment';
import { EmptyState } from '../ui/EmptyState';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { ToggleButton } from '../ui/ToggleButton';

const LazyFilmstrip = lazyWithRetry(() =>
  import('../features/preview/filmstrip/Filmstrip').then((module) => module.Filmstrip),
);

export type FilmstripView = ReturnType<typeof useFilmstrip>;

/**
 * Offers the filmstrip of a dataset's sections beside the table of its files. Returns the filmstrip, if it is shown instead of the
 * table, and the buttons that switch between both; neither if there are no files.
 *
 * @param assessment undefined until the files are listed, or without metadata
 */
export function useFilmstrip(files: readonly FileItem[] | undefined, assessment: Assessment | undefined) {
  const [isFilmstrip, setFilmstrip] = useState(false);
  if (files?.length === 0) return {};
  const viewSwitch = (
    <Group role="group" aria-label="View" gap={4} wrap="nowrap">
      <ToggleButton pressed={!isFilmstrip} onClick={() => setFilmstrip(false)}>
        Table
      </ToggleButton>
      <ToggleButton pressed={isFilmstrip} onClick={() => setFilmstrip(true)}>
        Filmstrip
      </ToggleButton>
    </Group>
  );
  const completeness = assessment?.completeness;
  if (!isFilmstrip) return { viewSwitch };
  if (files === undefined || completeness === undefined) {
    return { viewSwitch, strip: <EmptyState title="No section images yet" /> };
  }
  return { viewSwitch, strip: <LazyFilmstrip files={files} completeness={completeness} /> };
}
