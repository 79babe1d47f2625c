import { gatherWords } from '../../lib/gatherWords';

/** What the list of projects and its dialogs say. */
export const projectsWords = gatherWords({
  notLoaded: 'The projects could not be loaded',
  projects: 'Projects',
  title: 'Title',
  description: 'Description',
  added: 'Added',
  noProjects: 'No projects yet',
  howProjectsCome: 'New project makes the first one.',
  nothingFound: 'No project matches the search',
  newProject: 'New project',
  create: 'Create',
  actionsFor: (title: string) => `Actions for ${title}`,
  rename: 'Rename',
  renameProject: (title: string) => `Rename ${title}`,
  save: 'Save',
  deleteProject: 'Delete project',
});
