import { Stack } from '@mantine/core';
import { buildPath } from '../domain/navigation/routePath';
import { PageHeading } from '../ui/PageHeading';
import { ListedUploadForm } from './ListedUploadForm';
import { ProjectGate } from './ProjectGate';

/** `/{sponsorId}/{projectId}/upload` */
export function ProjectUploadScreen() {
  return (
    <ProjectGate>
      {(project) => (
        <Stack gap="md">
          <PageHeading lead="Upload into " title={project.title} />
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
