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
      {/* The empty state contains the button already. */}
      <PageHeading title="Projects">{!isEmpty && <NewProjectButton />}</PageHeading>
      <div>
        <ProjectList emptyAction={<NewProjectButton />} />
      </div>
    </Stack>
  );
}
