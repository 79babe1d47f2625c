import { gatherWords, type WordsAround } from '../lib/gatherWords';

/** What is said before something is deleted. */
export const deleteWords = gatherWords({
  deletePermanently: 'Delete permanently',
  nothingKept: 'Nothing is kept: it can’t be brought back.',
  /** Around the name of what goes. */
  willBeDeleted: (whatGoes: string): WordsAround => ({ before: '', after: ` will be deleted. ${whatGoes}` }),
});
