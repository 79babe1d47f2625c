import { Stack } from '@mantine/core';
import { buildPath } from '../domain/routePath';
import { shownName } from '../domain/shownName';
import { PageHeading } from '../ui/PageHeading';
import { ListedUploadForm } from './ListedUploadForm';
import { ProjectGate } from './ProjectGate';

/** `/{sponsorId}/{projectId}/upload` */
export function ProjectUploadScreen() {
  return (
    <ProjectGate>
      {(project) => (
        <Stack gap="md">
          <title>{`Upload into ${shownName(project.title)} – Data Manager`}</title>
          <PageHeading title={`Upload into ${project.title}`} />
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
