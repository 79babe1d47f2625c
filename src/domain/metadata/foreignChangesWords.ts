import { gatherWords } from '../../lib/gatherWords';

/** What somebody else has changed while a form was open, and what becomes of it. */
export const foreignChangesWords = gatherWords({
  changed: (fields: readonly string[]) => `Somebody else has changed this dataset meanwhile: ${fields.join(', ')}.`,
  isShown: 'The form shows their changes.',
  contested: (fields: readonly string[]) =>
    `You have changed ${fields.join(', ')}, too: if you save, your version replaces theirs.`,
  theirs: (values: readonly string[]) => `They wrote ${values.join(', ')}.`,
  value: (field: string, value: string) => `${field} “${value}”`,
});
