import { Stack } from '@mantine/core';
import { useListProjectsQuery } from '../api/projects';
import { NewProjectButton } from '../features/projects/NewProjectButton';
import { ProjectList } from '../features/projects/ProjectList';
import { PageHeading } from '../ui/PageHeading';
import { PlaceTitle } from './PlaceTitle';

/** `/{sponsorId}` */
export function ProjectListScreen() {
  const isEmpty = useListProjectsQuery().data?.length === 0;
  return (
    <Stack gap="md">
      <PlaceTitle />
      {/* Where there is nothing, the button stands in the middle of it. */}
      <PageHeading title="Projects">{!isEmpty && <NewProjectButton />}</PageHeading>
      <div>
        <ProjectList emptyAction={<NewProjectButton />} />
      </div>
    </Stack>
  );
}
