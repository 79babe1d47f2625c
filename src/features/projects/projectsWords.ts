import { gatherWords } from '../../lib/gatherWords';

/** What the list of projects and its dialogs say. */
export const projectsWords = gatherWords({
  notLoaded: 'The projects could not be loaded',
  projects: 'Projects',
  noProjects: 'No projects yet',
  howProjectsCome: 'New project makes the first one.',
  nothingFound: 'No project matches the search',
  newProject: 'New project',
  actionsFor: (title: string) => `Actions for ${title}`,
  rename: 'Rename',
  renameProject: (title: string) => `Rename ${title}`,
  deleteProject: 'Delete project',
});
