import { PRODUCT_NAME } from '../domain/constants';
import { gatherWords } from '../lib/gatherWords';

/** What the screens say by themselves, and what stands in the title of the window. Names are given as they are shown. */
export const screenWords = gatherWords({
  /** From the nearest to the farthest. */
  windowTitle: (...places: readonly string[]) => [...places, PRODUCT_NAME].join(' – '),
  projects: 'Projects',
  datasets: 'Datasets',
  files: 'Files',
  aboutDataset: 'About the dataset',
  folderWithoutMetadata: 'A folder of files without metadata',
  upload: 'Upload',
  /** Before a name. */
  uploadInto: 'Upload into ',
  dropToUploadInto: (name: string) => `Drop to upload into ${name}`,

  howFilesOfProjectCome: 'Files that belong to no dataset appear here.',
  howFilesOfDatasetCome: 'Section images that are uploaded into the dataset appear here.',

  projectNotLoaded: 'The project could not be loaded',
  datasetNotLoaded: 'The dataset could not be loaded',
  datasetsNotLoaded: 'The datasets could not be loaded',
  whyMissing: 'It may have been renamed, moved or deleted since the link was made.',
  noSuchProject: (title: string) => `There is no project “${title}”`,
  noSuchDataset: (title: string, project: string) => `There is no dataset “${title}” in ${project}`,
  noSuchPlace: 'There is no such place',
  backTo: (place: string) => `Back to ${place}`,
  backToProjects: 'Back to the projects',
});
