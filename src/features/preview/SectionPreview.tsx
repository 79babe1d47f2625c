import { Stack } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { useListing } from '../../api/useListing';
import type { DatasetMetadata } from '../../domain/dataset';
import { fileItem, filesBelow } from '../../domain/fileListing';
import { stackSections } from '../../domain/sectionStack';
import { EmptyState } from '../../ui/EmptyState';
import classes from './SectionPreview.module.css';
import { SectionViewer } from './SectionViewer';

interface SectionPreviewProps {
  /** `sponsor/project/dataset`. */
  readonly rootPath: string;
  /** As the metadata names them. */
  readonly channels: DatasetMetadata['channels'];
}

/** The pictures of a dataset's sections, its channels laid over each other. */
export function SectionPreview({ rootPath, channels }: SectionPreviewProps) {
  // After the list: to sort a hundred thousand names into sections takes a while.
  const entries = useDeferredValue(useListing(rootPath).entries);
  const stacks = useMemo(
    () => (entries === undefined ? undefined : stackSections(filesBelow(entries, rootPath).map(fileItem))),
    [entries, rootPath],
  );
  if (stacks === undefined) return null;
  return (
    <Stack component="section" gap={6} className={classes.preview} aria-label="Section preview">
      {stacks[0] === undefined ? (
        <EmptyState
          title="No sections to show"
          hint="Images named like NAME_S000123_L01_ch01.tif are shown here, section by section."
        />
      ) : (
        <SectionViewer key={rootPath} stacks={stacks} first={stacks[0]} named={channels} />
      )}
    </Stack>
  );
}
