import type { DatasetMetadata } from './dataset';
import { attributeOf, METADATA_FIELDS, withAttribute, type MetadataDraft, type MetadataField } from './metadataDraft';

type OptionalNumber = 'pixelSize' | 'physicalSpacing' | 'physicalSections';

/** Some fields of the form, as they are sent; null empties a number. */
export type MetadataChanges = Partial<Omit<DatasetMetadata, OptionalNumber>> & {
  readonly [Field in OptionalNumber]?: number | null;
};

/** The fields in which two drafts differ, in the form's order. */
export function changedFields(before: MetadataDraft, after: MetadataDraft): readonly MetadataField[] {
  return METADATA_FIELDS.filter((field) =>
    field === 'attributes'
      ? changedAttributes(before, after).length > 0
      : JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

/**
 * What has to be sent so that the server's record says what a person changed, and stays as it is otherwise. Attributes are
 * sent as a whole: those that nobody touched are taken from the record.
 *
 * @param opened the form before the person changed it
 * @param draft the form as it is now
 * @param metadata what the draft says
 * @param record what the server has, as far as is known
 */
export function changesOf(
  opened: MetadataDraft,
  draft: MetadataDraft,
  metadata: DatasetMetadata,
  record: DatasetMetadata,
): MetadataChanges {
  const after = { ...metadata, attributes: mergedAttributes(opened, draft, record) };
  const changed = changedFields(opened, draft).filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(record[field]),
  );
  const has = (field: MetadataField): boolean => changed.includes(field);
  return {
    ...(has('dataset') && { dataset: after.dataset }),
    ...(has('description') && { description: after.description }),
    ...(has('pixelSize') && { pixelSize: after.pixelSize ?? null }),
    ...(has('physicalSpacing') && { physicalSpacing: after.physicalSpacing ?? null }),
    ...(has('tissueType') && { tissueType: after.tissueType }),
    ...(has('device') && { device: after.device }),
    ...(has('physicalSections') && { physicalSections: after.physicalSections ?? null }),
    ...(has('bitDepth') && { bitDepth: after.bitDepth }),
    ...(has('channels') && { channels: after.channels }),
    ...(has('attributes') && { attributes: after.attributes }),
  };
}

/** A draft after somebody else has changed the record. */
interface RebasedDraft {
  /** What the person changed stays theirs; the other fields are as the record is now. */
  readonly draft: MetadataDraft;
  /** What somebody else changed. */
  readonly foreign: readonly MetadataField[];
  /** What both changed, to different ends: saving writes over what the other one did. */
  readonly contested: readonly MetadataField[];
}

/** Carries a person's changes over to what the record says now. Attributes are carried over one by one. */
export function rebaseDraft(opened: MetadataDraft, draft: MetadataDraft, record: MetadataDraft): RebasedDraft {
  const own = changedFields(opened, draft);
  const foreign = changedFields(opened, record);
  const foreignAttributes = changedAttributes(opened, record);
  const attributes = changedAttributes(opened, draft).reduce(
    (among, name) => withAttribute(among, name, attributeOf(draft, name)),
    record.attributes,
  );
  const kept = Object.fromEntries(own.map((field) => [field, draft[field]] as const));
  const rebased: MetadataDraft = { ...record, ...kept, attributes };
  const differing = changedFields(record, rebased);
  return {
    draft: rebased,
    foreign,
    contested: foreign.filter((field) =>
      field === 'attributes'
        ? changedAttributes(record, rebased).some((name) => foreignAttributes.includes(name))
        : differing.includes(field),
    ),
  };
}

/** The names of attributes whose values differ; one without a value is none. */
function changedAttributes(before: MetadataDraft, after: MetadataDraft): readonly string[] {
  const names = new Set([...before.attributes, ...after.attributes].map(({ name }) => name));
  return [...names].filter((name) => attributeOf(before, name) !== attributeOf(after, name));
}

function mergedAttributes(
  opened: MetadataDraft,
  draft: MetadataDraft,
  { attributes }: DatasetMetadata,
): DatasetMetadata['attributes'] {
  const merged = new Map(Object.entries(attributes));
  for (const name of changedAttributes(opened, draft)) {
    const value = attributeOf(draft, name).trim();
    if (value === '') merged.delete(name);
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}
