import * as v from 'valibot';
import { api } from './api';
import { nonEmptyString, responseObject, responseOf, type ResponseSchema } from './responseSchemas';

/** Add To Viewer, Multi-Modal Registration, Register For Atlas. */
export type Pipeline = 'pyramid' | 'multimodel' | 'atlas';

/** A pipeline of a dataset. */
export interface PipelineJob {
  readonly pipeline: Pipeline;
  readonly datasetHash: string;
}

/** A run of a pipeline. */
export interface PipelineRun {
  readonly jobId: string;
  readonly status: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED';
  readonly viewerUrl?: string;
  /** The server's message to the user: the progress, what was skipped, or the reason of a failure. */
  readonly message?: string;
}

const runSchema: ResponseSchema<PipelineRun> = responseObject({
  jobId: nonEmptyString,
  status: v.picklist(['QUEUED', 'RUNNING', 'DONE', 'FAILED']),
  viewerUrl: v.exactOptional(v.string()),
  message: v.exactOptional(v.string()),
});

function tagOf({ pipeline, datasetHash }: PipelineJob) {
  return { type: 'Pipelines', id: `${pipeline}/${datasetHash}` } as const;
}

const pipelinesApi = api.injectEndpoints({
  endpoints: (build) => ({
    startPipeline: build.mutation<PipelineRun, PipelineJob>({
      query: ({ pipeline, datasetHash }) => ({
        endpoint: 'POST /pipeline/{pipeline}/{datasetHash}',
        pathParams: { pipeline, datasetHash },
        body: {},
      }),
      responseSchema: responseOf('POST /pipeline/{pipeline}/{datasetHash}', runSchema),
      // A 404 means that the dataset has been deleted.
      invalidatesTags: (_run, failure, job) => (failure?.kind === 'not-found' ? ['Datasets', 'Files'] : [tagOf(job)]),
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
  }),
});

export const { useStartPipelineMutation, usePipelineStatusQuery } = pipelinesApi;
