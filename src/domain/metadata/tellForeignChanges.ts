import { foreignChangesWords } from './foreignChangesWords';
import type { MetadataDraft, MetadataField } from './metadataDraft';
import { metadataFieldWords } from './metadataFieldWords';

/**
 * What somebody else has changed while a form was open, and what becomes of it, in sentences.
 *
 * @param record as it is now
 */
export function tellForeignChanges(
  { foreign, contested }: { readonly foreign: readonly MetadataField[]; readonly contested: readonly MetadataField[] },
  record: MetadataDraft,
): string {
  const sentences = [foreignChangesWords.changed(namesOf(foreign))];
  if (contested.length < foreign.length) sentences.push(foreignChangesWords.isShown);
  if (contested.length > 0) {
    const theirs = contested.flatMap((field) => {
      const value = record[field];
      return typeof value === 'string' ? [foreignChangesWords.value(metadataFieldWords.labels[field], value)] : [];
    });
    sentences.push(foreignChangesWords.contested(namesOf(contested)));
    if (theirs.length > 0) sentences.push(foreignChangesWords.theirs(theirs));
  }
  return sentences.join(' ');
}

function namesOf(fields: readonly MetadataField[]): readonly string[] {
  return fields.map((field) => metadataFieldWords.inSentence[field]);
}
