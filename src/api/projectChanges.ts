import type { Project, ProjectDraft } from '../domain/metadata/project';
import { importWithRetry } from '../platform/importWithRetry';
import { loadChecksums, projectsApi, projectSchema, withHash, type ProjectResponse } from './projects';
import { emptyResponse, responseOf } from './responseSchemas';

interface ProjectUpdate {
  readonly projectHash: string;
  readonly changes: Partial<ProjectDraft>;
}

interface ProjectDeletion {
  readonly projectHash: string;
  readonly permanentDelete: boolean;
}

/**
 * Adds a missing hash to the response to a change. Retries until its code has loaded, because the server has already
 * made the change.
 */
function withHashOfChange(project: ProjectResponse): Promise<Project> {
  return withHash(project, () => importWithRetry(loadChecksums));
}

/** Changes to projects. Loaded with the dialogs. */
export const projectChangesApi = projectsApi.injectEndpoints({
  endpoints: (build) => ({
    createProject: build.mutation<Project, ProjectDraft>({
      query: (body) => ({ endpoint: 'POST /project', body }),
      rawResponseSchema: responseOf('POST /project', projectSchema),
      transformResponse: withHashOfChange,
      invalidatesTags: ['Projects'],
    }),
    updateProject: build.mutation<Project, ProjectUpdate>({
      query: ({ projectHash, changes }) => ({
        endpoint: 'PATCH /project/{projectHash}',
        pathParams: { projectHash },
        body: changes,
      }),
      rawResponseSchema: responseOf('PATCH /project/{projectHash}', projectSchema),
      transformResponse: withHashOfChange,
      // Optimistic: the list shows the change immediately, and reverts it if the server rejects it.
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
      rawResponseSchema: responseOf('POST /project/{projectHash}/restore', projectSchema),
      transformResponse: withHashOfChange,
      invalidatesTags: ['Projects', 'Datasets', 'Files'],
    }),
  }),
});

export const {
  useCreateProjectMutation,
  useUpdateProjectMutation,
  useDeleteProjectMutation,
  useRestoreProjectMutation,
} = projectChangesApi;
