import * as v from 'valibot';
import type { Project, ProjectSummary } from '@data-manager/domain/metadata/project';
import { md5OfText } from '@data-manager/domain/uploads/checksums';
import { api, type NoArgument } from './api';
import { useFeature } from './configuration';
import { createQueryHook } from './createQueryHook';
import {
  nonEmptyString,
  nonNegativeNumber,
  responseList,
  responseObject,
  responseOf,
  type ResponseSchema,
} from './responseSchemas';

/** A project as the server sends it. */
export type ProjectResponse = Omit<Project, 'projectHash'> & Partial<Pick<Project, 'projectHash'>>;

export const projectSchema: ResponseSchema<ProjectResponse> = responseObject({
  sponsorId: nonEmptyString,
  title: nonEmptyString,
  projectHash: v.exactOptional(nonEmptyString),
  description: v.exactOptional(v.string()),
  createdAt: v.exactOptional(v.string()),
  formerTitles: v.exactOptional(v.array(v.string())),
});

/** Adds the hash if the server does not send it. */
export function withHash({ projectHash, ...project }: ProjectResponse): Project {
  return { ...project, projectHash: projectHash ?? md5OfText(`${project.sponsorId}/${project.title}`) };
}

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
      rawResponseSchema: responseOf('GET /project', responseList('projects', projectSchema)),
      transformResponse: (projects: readonly ProjectResponse[]) => projects.map(withHash),
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

/** Returns the summaries by project hash; none after a failure. Undefined until they are loaded, or if the server does not offer them. */
export function useProjectSummaries(): Summaries | undefined {
  const isOffered = useFeature('projects.summary');
  const { currentData, isError } = projectsApi.useSummarizeProjectsQuery(undefined, {
    skip: !isOffered,
    refetchOnMountOrArgChange: true,
  });
  return currentData ?? (isError ? NO_SUMMARIES : undefined);
}

export const useListProjectsQuery = createQueryHook(projectsApi.endpoints.listProjects);
