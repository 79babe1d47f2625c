import { useForm } from '@mantine/form';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import type { DatasetMetadata } from '../../domain/metadata/dataset';
import { keptDraftText, parseKeptDraft } from '../../domain/metadata/keptDraft';
import { changedFields, rebaseDraft } from '../../domain/metadata/metadataChanges';
import { draftOf, type MetadataDraft, type MetadataField } from '../../domain/metadata/metadataDraft';
import type { FieldErrors } from '../../domain/metadata/metadataForm';
import { usePorts } from '../../platform/portsContext';
import { forgetDraft, keepDraft, readDraft } from '../../session/drafts';
import { selectSessionOwner } from '../../session/sessionSlice';

/** What somebody else has changed while the form was open, or since its draft was kept. */
export interface ForeignChanges {
  readonly foreign: readonly MetadataField[];
  readonly contested: readonly MetadataField[];
}

/**
 * The form's values over a record: they outlive a reload, and go on over what somebody else makes of the record.
 *
 * @param subject what the form is about, for the draft that is kept
 */
export function useMetadataDraft(
  record: DatasetMetadata,
  subject: string,
  validate: (draft: MetadataDraft) => FieldErrors,
) {
  const ports = usePorts();
  const owner = useSelector(selectSessionOwner);
  const fresh = useMemo(() => draftOf(record), [record]);
  const [start] = useState(() => {
    const kept = owner === undefined ? undefined : parseKeptDraft(readDraft(ports, owner, subject));
    return rebaseDraft(kept?.opened ?? fresh, kept?.draft ?? fresh, fresh);
  });
  const [opened, setOpened] = useState(fresh);
  const [news, setNews] = useState<ForeignChanges | undefined>(() =>
    isChanged(fresh, start.draft) ? start : undefined,
  );
  const [wasKept, setWasKept] = useState(() => isChanged(fresh, start.draft));
  const form = useForm<MetadataDraft>({ initialValues: start.draft, validate, validateInputOnBlur: true });
  const { values, getValues, setValues } = form;
  const isDirty = isChanged(opened, values);
  const isHeld = useRef(false);

  useEffect(() => {
    if (isHeld.current || !isChanged(opened, fresh)) return;
    const rebased = rebaseDraft(opened, getValues(), fresh);
    setOpened(fresh);
    setValues(rebased.draft);
    setNews(rebased);
  }, [opened, fresh, getValues, setValues]);

  useEffect(() => {
    if (owner === undefined) return;
    if (isDirty) keepDraft(ports, owner, subject, keptDraftText({ opened, draft: values }));
    else forgetDraft(ports, owner, subject);
  }, [ports, owner, subject, isDirty, opened, values]);

  return {
    form,
    opened,
    isDirty,
    /** What somebody else has done; nothing, or no fields, where nobody has. */
    news,
    /** Whether the form began with changes from before. */
    wasKept: wasKept && isDirty,
    /** Takes all changes back. */
    startAnew: () => {
      setValues(opened);
      setWasKept(false);
    },
    /** While the changes are on their way, the record's new state is their own work. */
    hold: (held: boolean) => {
      isHeld.current = held;
    },
    /** Lets go of what was kept: it was saved, or is not wanted. */
    forget: () => {
      if (owner !== undefined) forgetDraft(ports, owner, subject);
    },
  };
}

function isChanged(before: MetadataDraft, after: MetadataDraft): boolean {
  return changedFields(before, after).length > 0;
}
