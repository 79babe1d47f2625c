import { Stack } from '@mantine/core';
import { useCallback } from 'react';
import { useListing } from '../../api/files';
import { stackSections } from '../../domain/completeness/sectionStack';
import type { FileItem } from '../../domain/listing/fileListing';
import type { DatasetMetadata } from '../../domain/metadata/dataset';
import { EmptyState } from '../../ui/EmptyState';
import { useFilesInside } from '../../ui/useFilesInside';
import { useInSlices } from '../../ui/useInSlices';
import { PreviewOutline } from './PreviewOutline';
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
  const { listing, isFetching, isComplete } = useListing(rootPath);
  const files = useFilesInside(listing, rootPath);
  if (files !== undefined) return <Sections key={rootPath} files={files} channels={channels} />;
  // Also for the moment between the last page and its sections: what stands below must not jump up and down.
  return isFetching || isComplete ? <PreviewOutline channels={channels.length} /> : null;
}

interface SectionsProps extends Pick<SectionPreviewProps, 'channels'> {
  readonly files: readonly FileItem[];
}

function Sections({ files, channels }: SectionsProps) {
  const begin = useCallback(() => stackSections(files), [files]);
  const { result: stacks } = useInSlices(begin);
  if (stacks === undefined) return <PreviewOutline channels={channels.length} />;
  return (
    <Stack component="section" gap={6} className={classes.preview} aria-label="Section preview">
      {stacks[0] === undefined ? (
        <EmptyState title="No sections to show" hint="Images named like NAME_S000123_L01_ch01.tif appear here." />
      ) : (
        <SectionViewer stacks={stacks} first={stacks[0]} named={channels} />
      )}
    </Stack>
  );
}
