import { useMemo, type ComponentProps } from 'react';
import { useListDatasetsQuery } from '../api/datasets';
import { useListing } from '../api/files';
import type { Project } from '../domain/metadata/project';
import type { PlannedDataset } from '../domain/uploads/uploadForecast';
import type { ServerListing } from '../features/preflight/serverListing';
import { UploadForm } from '../features/preflight/UploadForm';

interface ListedUploadFormProps extends Omit<ComponentProps<typeof UploadForm>, 'sponsorId' | 'listing' | 'datasets'> {
  readonly project: Project;
}

/** The upload form with what stands on the server where the files go, and what should stand there. */
export function ListedUploadForm({ project, ...form }: ListedUploadFormProps) {
  const listing = useServerListing(`${project.sponsorId}/${form.keyPrefix}`);
  const datasets = usePlannedDatasets(project);
  return <UploadForm {...form} sponsorId={project.sponsorId} listing={listing} datasets={datasets} />;
}

/** Asked anew each time the form is opened: others upload, too. */
function useServerListing(path: string): ServerListing {
  const { entries, isFetching, retry } = useListing(path, true);
  return useMemo(() => {
    if (entries !== undefined) return { status: 'known', entries };
    return isFetching ? { status: 'loading' } : { status: 'unknown', askAgain: retry };
  }, [entries, isFetching, retry]);
}

/** None while they are not known: then the names alone say what to expect. */
function usePlannedDatasets({ sponsorId, title, projectHash }: Project): readonly PlannedDataset[] {
  const { currentData } = useListDatasetsQuery(projectHash);
  return useMemo(
    () =>
      (currentData ?? []).map(({ dataset, physicalSections, channels }) => ({
        path: `${sponsorId}/${title}/${dataset}`,
        sections: physicalSections,
        channels: channels.map(({ num }) => num),
      })),
    [currentData, sponsorId, title],
  );
}
