import type { Dataset, DatasetMetadata } from './dataset';
import { attributeOf, METADATA_FIELDS, withAttribute, type MetadataDraft, type MetadataField } from './metadataDraft';

type OptionalNumber = 'pixelSize' | 'physicalSpacing' | 'physicalSections';

/** The body of a PATCH request. Null clears a number. */
export type MetadataChanges = Partial<Omit<DatasetMetadata, OptionalNumber>> & {
  readonly [Field in OptionalNumber]?: number | null;
} & Pick<Dataset, 'namePrefixes'>;

/** Returns the fields in which two drafts differ, in the form's order. */
export function changedFields(before: MetadataDraft, after: MetadataDraft): readonly MetadataField[] {
  return METADATA_FIELDS.filter((field) =>
    field === 'attributes'
      ? changedAttributes(before, after).length > 0
      : JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

/**
 * Returns the changes to send so that only the edited fields change on the server. Attributes are sent as a whole, so the
 * unedited attributes are taken from the server's record.
 *
 * @param opened the form values before the edit
 * @param draft the form values now
 * @param metadata the draft converted to metadata
 * @param record the latest metadata from the server
 */
export function editedChanges(
  opened: MetadataDraft,
  draft: MetadataDraft,
  metadata: DatasetMetadata,
  record: DatasetMetadata,
): MetadataChanges {
  const after = { ...metadata, attributes: mergedAttributes(opened, draft, record) };
  const changed = changedFields(opened, draft).filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(record[field]),
  );
  return Object.fromEntries(changed.map((field) => [field, after[field] ?? null] as const));
}

/** Changes that another user saved while the form was open. */
export interface RemoteChanges {
  /** The fields that the other user changed. */
  readonly changed: readonly MetadataField[];
  /** The fields that both users changed to different values. Saving overwrites the other user's values. */
  readonly conflicts: readonly MetadataField[];
}

interface RebasedDraft extends RemoteChanges {
  /** The user's edits on top of the latest record. */
  readonly draft: MetadataDraft;
}

/** Applies the user's edits to the latest record. Attributes are merged one by one. */
export function rebaseDraft(opened: MetadataDraft, draft: MetadataDraft, record: MetadataDraft): RebasedDraft {
  const edited = changedFields(opened, draft);
  const changed = changedFields(opened, record);
  const changedRemotely = changedAttributes(opened, record);
  const attributes = changedAttributes(opened, draft).reduce(
    (merged, name) => withAttribute(merged, name, attributeOf(draft, name)),
    record.attributes,
  );
  const edits = Object.fromEntries(edited.map((field) => [field, draft[field]] as const));
  const rebased: MetadataDraft = { ...record, ...edits, attributes };
  const different = changedFields(record, rebased);
  return {
    draft: rebased,
    changed,
    conflicts: changed.filter((field) =>
      field === 'attributes'
        ? changedAttributes(record, rebased).some((name) => changedRemotely.includes(name))
        : different.includes(field),
    ),
  };
}

/** Returns the names of the attributes whose values differ. */
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
