import * as v from 'valibot';
import { isTemporary } from '@data-manager/domain/failures/failure';
import type { Project, ProjectSummary } from '@data-manager/domain/metadata/project';
import { md5OfText } from '@data-manager/domain/uploads/checksums';
import { api, type NoArgument } from './api';
import { useFeature } from './configuration';
import {
  nonEmptyString,
  nonNegativeNumber,
  responseList,
  responseObject,
  responseOf,
  type ResponseSchema,
} from './responseSchemas';

/** A project. Its hash is added if the server does not send it. */
export const projectSchema: ResponseSchema<Project> = v.pipe(
  responseObject({
    sponsorId: nonEmptyString,
    title: nonEmptyString,
    projectHash: v.exactOptional(nonEmptyString),
    description: v.exactOptional(v.string()),
    createdAt: v.exactOptional(v.string()),
    formerTitles: v.exactOptional(v.array(v.string())),
    etag: v.exactOptional(nonEmptyString),
  }),
  v.transform((project) => ({
    ...project,
    projectHash: project.projectHash ?? md5OfText(`${project.sponsorId}/${project.title}`),
  })),
);

const summarySchema: ResponseSchema<ProjectSummary> = responseObject({
  datasets: nonNegativeNumber,
  complete: v.exactOptional(nonNegativeNumber),
  files: nonNegativeNumber,
  size: nonNegativeNumber,
  samples: v.optional(
    v.array(
      responseObject({ key: nonEmptyString, size: nonNegativeNumber, lastModified: v.exactOptional(v.string()) }),
    ),
    [],
  ),
});

const summariesSchema = responseObject({ summaries: v.record(v.string(), summarySchema) });

export const projectsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProjects: build.query<readonly Project[], NoArgument>({
      query: () => ({ endpoint: 'GET /project' }),
      responseSchema: responseOf('GET /project', responseList('projects', projectSchema)),
      extraOptions: { keepsRefusal: true },
      providesTags: ['Projects'],
    }),
    /** By project hash; requires the feature `projects.summary`. */
    summarizeProjects: build.query<Readonly<Record<string, ProjectSummary>>, NoArgument>({
      query: () => ({ endpoint: 'GET /project/summary' }),
      rawResponseSchema: responseOf('GET /project/summary', summariesSchema),
      transformResponse: ({ summaries }: v.InferOutput<typeof summariesSchema>) => summaries,
      extraOptions: { silent: true },
      providesTags: ['Projects', 'Datasets', 'Files'],
    }),
  }),
});

/** Starts the request before the first component that needs the projects is rendered. */
export function fetchProjects() {
  return projectsApi.endpoints.listProjects.initiate(undefined, { subscribe: false });
}

type Summaries = Readonly<Record<string, ProjectSummary>>;

const NO_SUMMARIES: Summaries = {};

/** Returns the summaries by project hash; none after a refusal. Undefined until they are loaded, or if the server does not offer them. */
export function useProjectSummaries(): Summaries | undefined {
  const isOffered = useFeature('projects.summary');
  const { currentData, error } = projectsApi.useSummarizeProjectsQuery(undefined, {
    skip: !isOffered,
    refetchOnMountOrArgChange: true,
  });
  return currentData ?? (error === undefined || isTemporary(error) ? undefined : NO_SUMMARIES);
}

export const { useListProjectsQuery, useLazyListProjectsQuery } = projectsApi;
