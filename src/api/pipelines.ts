import * as v from 'valibot';
import type { Failure } from '../domain/failures/failure';
import { ok, type Result } from '../lib/result';
import { answer, text } from './answers';
import { api, ask, readThunkExtra, toQueryResult } from './api';
import { callApi } from './callApi';
import { apiPath, type ApiRequest } from './request';

/** Add To Viewer, Multi-Modal Registration, Register For Atlas. */
export type Pipeline = 'pyramid' | 'multimodel' | 'atlas';

/** Which pipeline over which dataset. */
export interface PipelineJob {
  readonly pipeline: Pipeline;
  readonly datasetHash: string;
}

/** How a run of a pipeline stands. */
export interface PipelineRun {
  readonly jobId: string;
  readonly status: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED';
  readonly viewerUrl?: string;
  /** The server's word to people: how far it is, what it left out, why it failed. */
  readonly message?: string;
}

const runAnswer: v.GenericSchema<unknown, PipelineRun> = answer({
  jobId: text,
  status: v.picklist(['QUEUED', 'RUNNING', 'DONE', 'FAILED']),
  viewerUrl: v.exactOptional(v.string()),
  message: v.exactOptional(v.string()),
});

/** A pipeline that never ran for the dataset (404) is an answer, not an error. */
function neverRan(outcome: Result<PipelineRun, Failure>): Result<PipelineRun | null, Failure> {
  return !outcome.ok && outcome.failure.kind === 'not-found' ? ok(null) : outcome;
}

function request(method: 'GET' | 'POST', { pipeline, datasetHash }: PipelineJob): ApiRequest {
  return {
    endpoint: `${method} /pipeline/${pipeline}/{datasetHash}`,
    method,
    path: apiPath('pipeline', pipeline, datasetHash),
    ...(method === 'POST' ? { body: {} } : {}),
  };
}

function tagOf({ pipeline, datasetHash }: PipelineJob) {
  return { type: 'Pipelines', id: `${pipeline}/${datasetHash}` } as const;
}

const pipelinesApi = api.injectEndpoints({
  endpoints: (build) => ({
    startPipeline: build.mutation<PipelineRun, PipelineJob>({
      queryFn: ask(runAnswer, (job) => request('POST', job)),
      // A dataset that is gone takes its page along.
      invalidatesTags: (_run, failure, job) => (failure?.kind === 'not-found' ? ['Datasets', 'Files'] : [tagOf(job)]),
    }),
    /** The latest run; null where the pipeline never ran. */
    pipelineStatus: build.query<PipelineRun | null, PipelineJob>({
      queryFn: async (job, { extra, signal }) =>
        toQueryResult(neverRan(await callApi(request('GET', job), runAnswer, readThunkExtra(extra), signal))),
      providesTags: (_run, _failure, job) => [tagOf(job)],
      onQueryStarted: async (_job, query) => {
        const before = query.getCacheEntry().data;
        const { data } = await query.queryFulfilled.catch(() => ({ data: undefined }));
        // What ran, and never ran now, is gone with its dataset.
        if (before && data === null) query.dispatch(api.util.invalidateTags(['Datasets', 'Files']));
      },
    }),
  }),
});

export const { useStartPipelineMutation, usePipelineStatusQuery } = pipelinesApi;
