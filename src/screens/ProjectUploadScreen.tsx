import { Stack } from '@mantine/core';
import { buildPath } from '../domain/routePath';
import { shownName } from '../domain/shownName';
import { PageHeading } from '../ui/PageHeading';
import { ListedUploadForm } from './ListedUploadForm';
import { ProjectGate } from './ProjectGate';
import { screenWords } from './screenWords';

/** `/{sponsorId}/{projectId}/upload` */
export function ProjectUploadScreen() {
  return (
    <ProjectGate>
      {(project) => (
        <Stack gap="md">
          <title>{screenWords.windowTitle(screenWords.uploadInto(shownName(project.title)))}</title>
          <PageHeading title={screenWords.uploadInto(project.title)} />
          <ListedUploadForm
            key={project.projectHash}
            project={project}
            keyPrefix={project.title}
            knownSections={undefined}
            doneAt={buildPath({ sponsorId: project.sponsorId, project: project.title })}
          />
        </Stack>
      )}
    </ProjectGate>
  );
}
