import { useForm } from '@mantine/form';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import type { DatasetMetadata } from '../../domain/metadata/dataset';
import { keptDraftText, parseKeptDraft } from '../../domain/metadata/keptDraft';
import { changedFields, rebaseDraft } from '../../domain/metadata/metadataChanges';
import { draftOf, type MetadataDraft, type MetadataField } from '../../domain/metadata/metadataDraft';
import type { FieldErrors } from '../../domain/metadata/metadataForm';
import { usePorts } from '../../platform/portsContext';
import { forgetDraft, keepDraft, readDraft } from '../../session/drafts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';

/** What somebody else has changed while the form was open, or since its draft was kept. */
export interface ForeignChanges {
  readonly foreign: readonly MetadataField[];
  readonly contested: readonly MetadataField[];
}

/** What the form is about. */
interface DraftSubject {
  readonly record: DatasetMetadata;
  /** When the server told of the record, milliseconds since 1970: a later time is another answer. */
  readonly toldAtMs: number;
  /** What the draft is kept under. */
  readonly subject: string;
}

/**
 * The form's values over a record: they outlive a reload, and go on over what somebody else makes of the record. Only
 * an answer that is newer than all before changes the form, and only what a person does is kept: while DevTools shows
 * the past, where the record stands as it was, nothing happens.
 */
export function useMetadataDraft(
  { record, toldAtMs, subject }: DraftSubject,
  validate: (draft: MetadataDraft) => FieldErrors,
) {
  const ports = usePorts();
  const store = useStore<WithSession>();
  const fresh = useMemo(() => draftOf(record), [record]);
  const [start] = useState(() => {
    const owner = selectSessionOwner(store.getState());
    const kept = owner === undefined ? undefined : parseKeptDraft(readDraft(ports, owner, subject));
    return rebaseDraft(kept?.opened ?? fresh, kept?.draft ?? fresh, fresh);
  });
  const [opened, setOpened] = useState(fresh);
  const [news, setNews] = useState<ForeignChanges | undefined>(() =>
    isChanged(fresh, start.draft) ? start : undefined,
  );
  const [wasKept, setWasKept] = useState(() => isChanged(fresh, start.draft));
  const latest = useRef({ opened: fresh, toldAtMs });
  const isHeld = useRef(false);

  const keep = useCallback(
    (draft: MetadataDraft) => {
      const owner = selectSessionOwner(store.getState());
      if (owner === undefined) return;
      const kept = { opened: latest.current.opened, draft };
      if (isChanged(kept.opened, draft)) keepDraft(ports, owner, subject, keptDraftText(kept));
      else forgetDraft(ports, owner, subject);
    },
    [ports, store, subject],
  );
  const form = useForm<MetadataDraft>({
    initialValues: start.draft,
    validate,
    validateInputOnBlur: true,
    onValuesChange: keep,
  });
  const { values, getValues, setValues } = form;
  const isDirty = isChanged(opened, values);

  useEffect(() => {
    const before = latest.current.opened;
    if (isHeld.current || toldAtMs <= latest.current.toldAtMs || !isChanged(before, fresh)) return;
    latest.current = { opened: fresh, toldAtMs };
    const rebased = rebaseDraft(before, getValues(), fresh);
    setOpened(fresh);
    setValues(rebased.draft);
    setNews(rebased);
  }, [toldAtMs, fresh, getValues, setValues]);

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
      const owner = selectSessionOwner(store.getState());
      if (owner !== undefined) forgetDraft(ports, owner, subject);
    },
  };
}

function isChanged(before: MetadataDraft, after: MetadataDraft): boolean {
  return changedFields(before, after).length > 0;
}
