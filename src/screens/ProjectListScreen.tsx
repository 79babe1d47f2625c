import { Stack } from '@mantine/core';
import { NewProjectButton } from '../features/projects/NewProjectButton';
import { ProjectList } from '../features/projects/ProjectList';
import { PageHeading } from '../ui/PageHeading';

/** `/{sponsorId}` */
export function ProjectListScreen() {
  return (
    <Stack gap="md">
      <title>Projects – Data Manager</title>
      <PageHeading title="Projects">
        <NewProjectButton />
      </PageHeading>
      <div>
        <ProjectList />
      </div>
    </Stack>
  );
}
