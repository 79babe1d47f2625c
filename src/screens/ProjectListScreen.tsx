import { Stack } from '@mantine/core';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { useListProjectsQuery } from '../api/projects';
import { NewProjectButton } from '../features/projects/NewProjectButton';
import { ProjectList } from '../features/projects/ProjectList';
import { lazyWithRetry } from '../ui/lazyWithRetry';
import { PageHeading } from '../ui/PageHeading';
import { NoThumbnail } from '../ui/tableCells';
import { PlaceTitle } from './PlaceTitle';

/** Decorative: if its code can't be loaded, its place stays empty. */
const Thumbnail = lazyWithRetry<{ readonly entry: FileEntry }>(
  () =>
    import('../features/preview/thumbnails/Thumbnail').then(
      (module) => module.EntryThumbnail,
      () => NoThumbnail,
    ),
  <NoThumbnail />,
);

function renderThumbnail(entry: FileEntry) {
  return <Thumbnail entry={entry} />;
}

/** `/{sponsorId}` */
export function ProjectListScreen() {
  const isEmpty = useListProjectsQuery().data?.length === 0;
  return (
    <Stack gap="md">
      <PlaceTitle />
      {/* The empty state contains the button already. */}
      <PageHeading title="Projects">{!isEmpty && <NewProjectButton />}</PageHeading>
      <div>
        <ProjectList renderThumbnail={renderThumbnail} emptyAction={<NewProjectButton />} />
      </div>
    </Stack>
  );
}
