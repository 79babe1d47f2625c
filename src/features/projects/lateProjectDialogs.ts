import { lateDialog } from '../../ui/lateDialog';

/** Title and description of a project, new or not. */
export const ProjectForm = lateDialog(() =>
  import(/* webpackPrefetch: true */ './ProjectForm').then((module) => module.ProjectForm),
);

/** Changes a project's title and description. */
export const RenameProjectDialog = lateDialog(() =>
  import(/* webpackPrefetch: true */ './RenameProjectDialog').then((module) => module.RenameProjectDialog),
);

/** Asks before a project goes. */
export const DeleteProjectDialog = lateDialog(() =>
  import(/* webpackPrefetch: true */ './DeleteProjectDialog').then((module) => module.DeleteProjectDialog),
);
