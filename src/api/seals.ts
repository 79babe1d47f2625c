import * as v from 'valibot';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { Result } from '@data-manager/lib/result';
import type { SagaOf } from '@data-manager/lib/typedEffects';
import { useFeature } from './configuration';
import { useLazyListDatasetsQuery } from './datasets';
import { callFromSaga } from './gateways';
import { useFetchLatestRun } from './pipelines';
import { useLazyListProjectsQuery } from './projects';
import { responseObject } from './responseSchemas';

interface SealedDataset {
  readonly datasetHash: string;
  /** ISO-8601 UTC. */
  readonly sealedAt: string;
}

/**
 * Returns a function that fetches the intact seal of the first sealed dataset that contains one of the paths; undefined without one, or
 * if the server offers no seals.
 */
export function useFetchSeal(): (paths: readonly string[]) => Promise<SealedDataset | undefined> {
  const isOffered = useFeature('seal');
  const [fetchProjects] = useLazyListProjectsQuery();
  const [fetchDatasets] = useLazyListDatasetsQuery();
  const fetchRun = useFetchLatestRun();
  return async (paths) => {
    if (!isOffered || paths.length === 0) return undefined;
    const { data: projects } = await fetchProjects(undefined, true);
    for (const place of new Set(paths.map((path) => path.split('/').slice(0, 3).join('/')))) {
      const [sponsorId, title, name] = place.split('/');
      const project = projects?.find((one) => one.sponsorId === sponsorId && one.title === title);
      const { data: datasets } = project ? await fetchDatasets(project.projectHash, true) : {};
      const { datasetHash } = datasets?.find((one) => one.dataset === name) ?? {};
      const run = datasetHash === undefined ? undefined : await fetchRun({ pipeline: 'seal', datasetHash });
      if (datasetHash !== undefined && run?.sealedAt !== undefined && run.isBroken !== true) {
        return { datasetHash, sealedAt: run.sealedAt };
      }
    }
    return undefined;
  };
}

const sealFiles = responseObject({ files: v.record(v.string(), v.string()) });

/** Fetches the files of a dataset's seal: their texts by name. */
export function readSealFiles(
  datasetHash: string,
): SagaOf<Result<{ readonly files: Readonly<Record<string, string>> }, Failure>> {
  return callFromSaga({ endpoint: 'GET /seal/{datasetHash}/files', pathParams: { datasetHash } }, sealFiles);
}
