import * as v from 'valibot';
import type { Project, ProjectDraft } from '../domain/metadata/project';
import { md5OfText } from '../domain/uploads/checksums';
import { answer, emptyAnswer, listAnswer, text } from './answers';
import { api, ask, type NoArgument } from './api';
import { apiPath } from './request';

interface ProjectUpdate {
  readonly projectHash: string;
  readonly changes: Partial<ProjectDraft>;
}

interface ProjectDeletion {
  readonly projectHash: string;
  readonly permanentDelete: boolean;
}

const projectAnswer: v.GenericSchema<unknown, Project> = v.pipe(
  answer({
    sponsorId: text,
    title: text,
    projectHash: v.exactOptional(text),
    description: v.exactOptional(v.string()),
    createdAt: v.exactOptional(v.string()),
  }),
  v.transform((project) => ({
    ...project,
    projectHash: project.projectHash ?? md5OfText(`${project.sponsorId}/${project.title}`),
  })),
);

/** The projects of the signed-in sponsor. */
export const projectsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProjects: build.query<readonly Project[], NoArgument>({
      queryFn: ask(listAnswer('projects', projectAnswer), () => ({
        endpoint: 'GET /project',
        method: 'GET',
        path: '/project',
      })),
      providesTags: ['Projects'],
    }),
    createProject: build.mutation<Project, ProjectDraft>({
      queryFn: ask(projectAnswer, (draft) => ({
        endpoint: 'POST /project',
        method: 'POST',
        path: '/project',
        body: draft,
      })),
      invalidatesTags: ['Projects'],
    }),
    updateProject: build.mutation<Project, ProjectUpdate>({
      queryFn: ask(projectAnswer, ({ projectHash, changes }) => ({
        endpoint: 'PATCH /project/{projectHash}',
        method: 'PATCH',
        path: apiPath('project', projectHash),
        body: changes,
      })),
      // The list shows the change at once, and takes it back if the server refuses it.
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
      queryFn: ask(emptyAnswer, ({ projectHash, permanentDelete }) => ({
        endpoint: 'DELETE /project/{projectHash}',
        method: 'DELETE',
        path: apiPath('project', projectHash),
        body: { permanentDelete },
      })),
      invalidatesTags: ['Projects', 'Datasets', 'Files'],
    }),
  }),
});

/** Asks for the projects before anything is drawn that shows them. */
export function askForProjects() {
  return projectsApi.endpoints.listProjects.initiate(undefined, { subscribe: false });
}

export const { useListProjectsQuery, useCreateProjectMutation, useUpdateProjectMutation, useDeleteProjectMutation } =
  projectsApi;
