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
      {({ sponsorId, title, projectHash }) => (
        <Stack gap="md">
          <title>{`Upload into ${shownName(title)} – Data Manager`}</title>
          <PageHeading title={`Upload into ${title}`} />
          <ListedUploadForm
            key={projectHash}
            sponsorId={sponsorId}
            keyPrefix={title}
            knownSections={undefined}
            doneAt={buildPath({ sponsorId, project: title })}
          />
        </Stack>
      )}
    </ProjectGate>
  );
}
