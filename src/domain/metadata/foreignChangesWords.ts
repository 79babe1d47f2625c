import { FIELD_LABELS, type MetadataDraft, type MetadataField } from './metadataDraft';

/**
 * What somebody else has changed while a form was open, and what becomes of it.
 * @param record as it is now
 */
export function foreignChangesWords(
  changes: { readonly foreign: readonly MetadataField[]; readonly contested: readonly MetadataField[] },
  record: MetadataDraft,
): string {
  const { foreign, contested } = changes;
  const words = [`Somebody else has changed this dataset meanwhile: ${namesOf(foreign)}.`];
  if (contested.length < foreign.length) words.push('The form shows that.');
  if (contested.length > 0) {
    const theirs = contested.flatMap((field) => {
      const value = record[field];
      return typeof value === 'string' ? [`${FIELD_LABELS[field]} “${value}”`] : [];
    });
    words.push(`You have changed ${namesOf(contested)}, too: if you save, yours takes the place of theirs.`);
    if (theirs.length > 0) words.push(`They wrote ${theirs.join(', ')}.`);
  }
  return words.join(' ');
}

function namesOf(fields: readonly MetadataField[]): string {
  return fields.map((field) => FIELD_LABELS[field].toLowerCase()).join(', ');
}
