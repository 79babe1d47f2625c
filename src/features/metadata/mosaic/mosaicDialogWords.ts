import { gatherWords } from '../../../lib/gatherWords';

/** What the import from a mosaic file says, but for its findings, which are the domain's. */
export const mosaicDialogWords = gatherWords({
  importFromMosaic: 'Import from mosaic',
  mosaicFile: 'Mosaic file',
  reading: (file: string) => `Reading ${file}…`,
  notes: 'Notes',
  apply: 'Apply',
  formAnd: (file: string) => `The form and ${file}`,
  field: 'Field',
  inForm: 'In the form',
  inMosaic: 'In the mosaic',
  whatHappens: 'What happens',
  noValue: '–',
});
