import { gatherWords } from '../lib/gatherWords';

/** What the ways to choose files are called. */
export const filePickerWords = gatherWords({
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose folder',
  filesToUpload: 'Files to upload',
  folderToUpload: 'Folder to upload',
});
