import * as v from 'valibot';
import type { Project, ProjectDraft } from '../domain/metadata/project';
import { md5OfText } from '../domain/uploads/checksums';
import { api, type NoArgument } from './api';
import { createQueryHook } from './createQueryHook';
import {
  emptyResponse,
  nonEmptyString,
  responseList,
  responseObject,
  responseOf,
  type ResponseSchema,
} from './responseSchemas';

interface ProjectUpdate {
  readonly projectHash: string;
  readonly changes: Partial<ProjectDraft>;
}

interface ProjectDeletion {
  readonly projectHash: string;
  readonly permanentDelete: boolean;
}

const projectSchema: ResponseSchema<Project> = v.pipe(
  responseObject({
    sponsorId: nonEmptyString,
    title: nonEmptyString,
    projectHash: v.exactOptional(nonEmptyString),
    description: v.exactOptional(v.string()),
    createdAt: v.exactOptional(v.string()),
    formerTitles: v.exactOptional(v.array(v.string())),
  }),
  v.transform((project) => ({
    ...project,
    projectHash: project.projectHash ?? md5OfText(`${project.sponsorId}/${project.title}`),
  })),
);

export const projectsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProjects: build.query<readonly Project[], NoArgument>({
      query: () => ({ endpoint: 'GET /project' }),
      responseSchema: responseOf('GET /project', responseList('projects', projectSchema)),
      providesTags: ['Projects'],
    }),
    createProject: build.mutation<Project, ProjectDraft>({
      query: (body) => ({ endpoint: 'POST /project', body }),
      responseSchema: responseOf('POST /project', projectSchema),
      invalidatesTags: ['Projects'],
    }),
    updateProject: build.mutation<Project, ProjectUpdate>({
      query: ({ projectHash, changes }) => ({
        endpoint: 'PATCH /project/{projectHash}',
        pathParams: { projectHash },
        body: changes,
      }),
      responseSchema: responseOf('PATCH /project/{projectHash}', projectSchema),
      // Optimistic: the list shows the change at once, and undoes it if the server refuses it.
      onQueryStarted: async ({ projectHash, changes }, { dispatch, queryFulfilled }) => {
        const change = dispatch(
          projectsApi.util.updateQueryData('listProjects', undefined, (projects) => {
            const project = projects.find((one) => one.projectHash === projectHash);
            if (project !== undefined) Object.assign(project, changes);
          }),
        );
        await queryFulfilled.catch(() => change.undo());
      },
      // A new title moves everything below the project.
      invalidatesTags: ['Projects', 'Datasets', 'Files'],
    }),
    deleteProject: build.mutation<null, ProjectDeletion>({
      query: ({ projectHash, permanentDelete }) => ({
        endpoint: 'DELETE /project/{projectHash}',
        pathParams: { projectHash },
        body: { permanentDelete },
      }),
      responseSchema: responseOf('DELETE /project/{projectHash}', emptyResponse),
      invalidatesTags: ['Projects', 'Datasets', 'Files'],
    }),
    /** Undoes a deletion that was not permanent; requires the feature `projects.restore`. */
    restoreProject: build.mutation<Project, string>({
      query: (projectHash) => ({ endpoint: 'POST /project/{projectHash}/restore', pathParams: { projectHash } }),
      responseSchema: responseOf('POST /project/{projectHash}/restore', projectSchema),
      invalidatesTags: ['Projects', 'Datasets', 'Files'],
    }),
  }),
});

/** Starts the request before the first component that needs the projects is rendered. */
export function fetchProjects() {
  return projectsApi.endpoints.listProjects.initiate(undefined, { subscribe: false });
}

export const useListProjectsQuery = createQueryHook(projectsApi.endpoints.listProjects);
export const {
  useCreateProjectMutation,
  useUpdateProjectMutation,
  useDeleteProjectMutation,
  useRestoreProjectMutation,
} = projectsApi;
