import { Stack } from '@mantine/core';
import { NewProjectButton } from '../features/projects/NewProjectButton';
import { ProjectList } from '../features/projects/ProjectList';
import { PageHeading } from '../ui/PageHeading';
import { screenWords } from './screenWords';

/** `/{sponsorId}` */
export function ProjectListScreen() {
  return (
    <Stack gap="md">
      <title>{screenWords.windowTitle(screenWords.projects)}</title>
      <PageHeading title={screenWords.projects}>
        <NewProjectButton />
      </PageHeading>
      <div>
        <ProjectList />
      </div>
    </Stack>
  );
}
