import type { Project, ProjectDraft } from '@data-manager/domain/metadata/project';
import { projectsApi, projectSchema } from './projects';
import { emptyResponse, responseOf } from './responseSchemas';

interface ProjectUpdate {
  readonly projectHash: string;
  readonly changes: Partial<ProjectDraft>;
  /** The entity tag of the project to which the changes apply, if the server sends it. */
  readonly etag?: string | undefined;
}

interface ProjectDeletion {
  readonly projectHash: string;
  readonly permanentDelete: boolean;
}

/** Changes to projects. Loaded with the dialogs. */
export const projectChangesApi = projectsApi.injectEndpoints({
  endpoints: (build) => ({
    createProject: build.mutation<Project, ProjectDraft>({
      query: (body) => ({ endpoint: 'POST /project', body }),
      responseSchema: responseOf('POST /project', projectSchema),
      invalidatesTags: ['Projects'],
    }),
    updateProject: build.mutation<Project, ProjectUpdate>({
      query: ({ projectHash, changes, etag }) => ({
        endpoint: 'PATCH /project/{projectHash}',
        pathParams: { projectHash },
        body: changes,
        ifMatch: etag,
      }),
      responseSchema: responseOf('PATCH /project/{projectHash}', projectSchema),
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
      responseSchema: responseOf('POST /project/{projectHash}/restore', projectSchema),
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
