import { skipToken } from '@reduxjs/toolkit/query/react';
import * as v from 'valibot';
import { PIPELINE_SLOW_POLL_MS } from '@data-manager/domain/constants';
import { api } from './api';
import { useFeature } from './configuration';
import { hasFailed } from './queryErrorText';
import { emptyResponse, nonEmptyString, responseObject, responseOf, type ResponseSchema } from './responseSchemas';

const PIPELINES = ['pyramid', 'multimodel', 'atlas', 'seal'] as const;

/** Add To Viewer, Multi-Modal Registration, Register For Atlas, Seal dataset. */
export type Pipeline = (typeof PIPELINES)[number];

/** A pipeline of a dataset. */
export interface PipelineJob {
  readonly pipeline: Pipeline;
  readonly datasetHash: string;
}

interface PipelineStart extends PipelineJob {
  /**
   * The images to use where others have the same section, layer and channel: paths in the dataset. Not empty only with the
   * feature `pipelines.choose`.
   */
  readonly use?: readonly string[];
}

const runSchema = responseObject({
  jobId: nonEmptyString,
  status: v.picklist(['QUEUED', 'RUNNING', 'DONE', 'FAILED']),
  viewerUrl: v.exactOptional(v.string()),
  /** The files of the latest seal, as an archive. */
  sealUrl: v.exactOptional(v.string()),
  /** When the dataset was sealed last, ISO-8601 UTC. */
  sealedAt: v.exactOptional(v.string()),
  /** The dataset has changed since. */
  isBroken: v.exactOptional(v.boolean()),
  /** The server's message to the user: the progress, what was skipped, or the reason for a failure. */
  message: v.exactOptional(v.string()),
});

/** A run of a pipeline. */
export type PipelineRun = Readonly<v.InferOutput<typeof runSchema>>;

/** The latest run of each pipeline that has run for a dataset. */
export type PipelineRuns = Readonly<Partial<Record<Pipeline, PipelineRun>>>;

const runsSchema: ResponseSchema<PipelineRuns> = responseObject({
  pyramid: v.exactOptional(runSchema),
  multimodel: v.exactOptional(runSchema),
  atlas: v.exactOptional(runSchema),
  seal: v.exactOptional(runSchema),
});

/** By dataset hash. Datasets without runs may be absent. */
export type RunsByDataset = Readonly<Record<string, PipelineRuns>>;

function tagOf({ pipeline, datasetHash }: PipelineJob) {
  return { type: 'Pipelines', id: `${pipeline}/${datasetHash}` } as const;
}

export const pipelinesApi = api.injectEndpoints({
  endpoints: (build) => ({
    startPipeline: build.mutation<PipelineRun, PipelineStart>({
      query: ({ pipeline, datasetHash, use = [] }) => ({
        endpoint: 'POST /pipeline/{pipeline}/{datasetHash}',
        pathParams: { pipeline, datasetHash },
        body: use.length === 0 ? {} : { use },
      }),
      responseSchema: responseOf('POST /pipeline/{pipeline}/{datasetHash}', runSchema),
      // A 404 means that the dataset has been deleted.
      invalidatesTags: (_run, failure, job) => (failure?.kind === 'not-found' ? ['Datasets', 'Files'] : [tagOf(job)]),
    }),
    /** Cancels a queued run, but no later one; requires the feature `pipelines.cancel`. */
    cancelPipeline: build.mutation<null, PipelineJob & Pick<PipelineRun, 'jobId'>>({
      query: ({ pipeline, datasetHash, jobId }) => ({
        endpoint: 'DELETE /pipeline/{pipeline}/{datasetHash}',
        pathParams: { pipeline, datasetHash },
        params: [['jobId', jobId]],
      }),
      responseSchema: responseOf('DELETE /pipeline/{pipeline}/{datasetHash}', emptyResponse),
      // Also after a failure: the run may have started.
      invalidatesTags: (_result, _failure, job) => [tagOf(job)],
    }),
    /** The latest run; null if the pipeline has never run for the dataset. */
    pipelineStatus: build.query<PipelineRun | null, PipelineJob>({
      query: ({ pipeline, datasetHash }) => ({
        endpoint: 'GET /pipeline/{pipeline}/{datasetHash}',
        pathParams: { pipeline, datasetHash },
      }),
      responseSchema: responseOf('GET /pipeline/{pipeline}/{datasetHash}', v.nullable(runSchema)),
      extraOptions: { nullIfNotFound: true, silent: true },
      providesTags: (_run, _failure, job) => [tagOf(job)],
      onQueryStarted: async (_job, query) => {
        const before = query.getCacheEntry().data;
        const { data } = await query.queryFulfilled.catch(() => ({ data: undefined }));
        // A run that has disappeared was deleted with its dataset.
        if (before && data === null) query.dispatch(api.util.invalidateTags(['Datasets', 'Files']));
      },
    }),
    listPipelineRuns: build.query<PipelineRuns, string>({
      query: (datasetHash) => ({ endpoint: 'GET /pipeline/{datasetHash}', pathParams: { datasetHash } }),
      rawResponseSchema: responseOf('GET /pipeline/{datasetHash}', responseObject({ jobs: runsSchema })),
      transformResponse: ({ jobs }: { readonly jobs: PipelineRuns }) => jobs,
      extraOptions: { silent: true },
      providesTags: (_runs, _failure, datasetHash) => PIPELINES.map((pipeline) => tagOf({ pipeline, datasetHash })),
      onQueryStarted: async (_datasetHash, query) => {
        await query.queryFulfilled.catch(() => undefined);
        const { error } = query.getCacheEntry();
        if (hasFailed(error, 'not-found')) {
          query.dispatch(api.util.invalidateTags(['Datasets', 'Files']));
        }
      },
    }),
    /** The latest runs of all datasets of a project; requires the feature `pipelines.project`. */
    listProjectRuns: build.query<RunsByDataset, string>({
      query: (projectHash) => ({ endpoint: 'GET /pipeline', params: [['projectHash', projectHash]] }),
      rawResponseSchema: responseOf('GET /pipeline', responseObject({ datasets: v.record(v.string(), runsSchema) })),
      transformResponse: ({ datasets }: { readonly datasets: RunsByDataset }) => datasets,
      extraOptions: { silent: true },
      providesTags: ['Pipelines'],
    }),
  }),
});

/** Action: fetches the state of a seal again. */
export function sealMayBeBroken(datasetHash: string) {
  return api.util.invalidateTags([tagOf({ pipeline: 'seal', datasetHash })]);
}

export const { useStartPipelineMutation, useCancelPipelineMutation } = pipelinesApi;

const useProjectRunsState = pipelinesApi.endpoints.listProjectRuns.useQueryState;

/** Returns true if a run is queued or running. */
export function isOpenRun({ status }: PipelineRun): boolean {
  return status === 'QUEUED' || status === 'RUNNING';
}

/** Returns the runs of a project's datasets, and polls while one of them is open. Undefined if they are not known. */
export function useProjectRuns(projectHash: string): RunsByDataset | undefined {
  const skip = !useFeature('pipelines.project');
  const { hasOpenRun } = useProjectRunsState(skip ? skipToken : projectHash, {
    selectFromResult: ({ currentData = {} }) => ({
      hasOpenRun: Object.values(currentData).some((runs) => Object.values(runs).some(isOpenRun)),
    }),
  });
  return pipelinesApi.useListProjectRunsQuery(skip ? skipToken : projectHash, {
    pollingInterval: hasOpenRun ? PIPELINE_SLOW_POLL_MS : 0,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  }).currentData;
}

/**
 * Returns the latest run of a pipeline; null if it has never run. If the server supports it, one request covers all
 * pipelines of the dataset: a request for one that has never run gets a 404, which browsers log as an error.
 */
export function useLatestRun(job: PipelineJob, { skip = false, ...options }: QueryOptions = {}) {
  const isListed = useFeature('pipelines.list');
  const single = pipelinesApi.usePipelineStatusQuery(job, { ...options, skip: skip || isListed });
  const all = pipelinesApi.useListPipelineRunsQuery(job.datasetHash, { ...options, skip: skip || !isListed });
  const { error, fulfilledTimeStamp, startedTimeStamp } = isListed ? all : single;
  const latest = all.currentData && (all.currentData[job.pipeline] ?? null);
  return { run: isListed ? latest : single.currentData, error, fulfilledTimeStamp, startedTimeStamp };
}

/** Returns a function that fetches the latest run of a pipeline. */
export function useFetchLatestRun() {
  const isListed = useFeature('pipelines.list');
  const [fetchSingle] = pipelinesApi.useLazyPipelineStatusQuery();
  const [fetchAll] = pipelinesApi.useLazyListPipelineRunsQuery();
  return async (job: PipelineJob): Promise<PipelineRun | null | undefined> =>
    isListed ? (await fetchAll(job.datasetHash)).data?.[job.pipeline] : (await fetchSingle(job)).data;
}

interface QueryOptions {
  readonly skip?: boolean;
  readonly pollingInterval?: number;
  readonly skipPollingIfUnfocused?: boolean;
  readonly refetchOnMountOrArgChange?: boolean;
}
