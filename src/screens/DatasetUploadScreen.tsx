import { Stack } from '@mantine/core';
import { buildPath } from '../domain/navigation/routePath';
import { PageHeading } from '../ui/PageHeading';
import { DatasetGate } from './DatasetGate';
import { ListedUploadForm } from './ListedUploadForm';

/** `/{sponsorId}/{projectId}/{datasetId}/upload` */
export function DatasetUploadScreen() {
  return (
    <DatasetGate>
      {({ project, title, dataset }) => (
        <Stack gap="md">
          <PageHeading lead="Upload into " title={title} />
          <ListedUploadForm
            key={`${project.title}/${title}`}
            project={project}
            keyPrefix={`${project.title}/${title}`}
            knownSections={dataset?.physicalSections}
            doneAt={buildPath({ sponsorId: project.sponsorId, project: project.title, dataset: title })}
          />
        </Stack>
      )}
    </DatasetGate>
  );
}
