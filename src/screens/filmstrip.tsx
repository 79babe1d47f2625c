import { Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { FileItem } from '@data-manager/domain/listing/fileListing';
import type { Assessment } from '../features/datasets/useAssessment';
import { EmptyState } from '../ui/EmptyState';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { ToggleButton } from '../ui/ToggleButton';

const LazyFilmstrip = lazyWithRetry(() => import('../features/preview/Filmstrip').then((module) => module.Filmstrip));

export interface FilmstripView {
  /** The filmstrip, if it is shown instead of the table. */
  readonly strip: ReactNode;
  /** Switches between both. */
  readonly viewSwitch: ReactNode;
}

/**
 * Offers the filmstrip of a dataset's sections beside the table of its files.
 *
 * @param assessment undefined until the files are listed, or without metadata
 */
export function useFilmstrip(
  files: readonly FileItem[] | undefined,
  assessment: Assessment | undefined,
): FilmstripView {
  const [isFilmstrip, setFilmstrip] = useState(false);
  return {
    strip: isFilmstrip ? <Strip files={files} assessment={assessment} /> : undefined,
    viewSwitch: <ViewSwitch isFilmstrip={isFilmstrip} onChange={setFilmstrip} />,
  };
}

interface StripProps {
  readonly files: readonly FileItem[] | undefined;
  readonly assessment: Assessment | undefined;
}

function Strip({ files, assessment }: StripProps) {
  const completeness = assessment?.completeness;
  if (files === undefined || completeness === undefined) return <EmptyState title="No section images yet" />;
  return <LazyFilmstrip files={files} completeness={completeness} />;
}

interface ViewSwitchProps {
  readonly isFilmstrip: boolean;
  readonly onChange: (isFilmstrip: boolean) => void;
}

function ViewSwitch({ isFilmstrip, onChange }: ViewSwitchProps) {
  return (
    <Group role="group" aria-label="View" gap={4} wrap="nowrap">
      <ToggleButton pressed={!isFilmstrip} onClick={() => onChange(false)}>
        Table
      </ToggleButton>
      <ToggleButton pressed={isFilmstrip} onClick={() => onChange(true)}>
        Filmstrip
      </ToggleButton>
    </Group>
  );
}
