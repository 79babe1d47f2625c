import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import type { DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import { changedFields, rebaseDraft, type RemoteChanges } from '@data-manager/domain/metadata/metadataChanges';
import {
  draftOf,
  parseStoredDraft,
  type MetadataDraft,
  type StoredDraft,
} from '@data-manager/domain/metadata/metadataDraft';
import { usePorts } from '../../platform/portsContext';
import { forgetDraft, keepDraft, readDraft } from '../../session/drafts';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import type { FieldErrors } from './metadataSchema';

interface DraftSource {
  readonly record: DatasetMetadata;
  /** The time of the server's response with this record, milliseconds since 1970. */
  readonly fetchedAtMs: number;
  /** Identifies the stored draft. */
  readonly storageKey: string;
}

/**
 * Returns the form state of a record. Unsaved changes survive a reload and are rebased when the record changes on the
 * server. Only a newer response changes the form, and only user input is stored; time travel in Redux DevTools
 * therefore has no effect.
 */
export function useMetadataDraft(
  { record, fetchedAtMs, storageKey }: DraftSource,
  validate: (draft: MetadataDraft) => FieldErrors,
) {
  const ports = usePorts();
  const store = useStore<WithSession>();
  const fetched = draftOf(record);
  const [initial] = useState(() => {
    const owner = selectSessionOwner(store.getState());
    const stored = owner === undefined ? undefined : parseStoredDraft(readDraft(ports, owner, storageKey));
    return rebaseDraft(stored?.opened ?? fetched, stored?.draft ?? fetched, fetched);
  });
  const [opened, setOpened] = useState(fetched);
  const [isRestored, setIsRestored] = useState(() => isChanged(fetched, initial.draft));
  const [remoteChanges, setRemoteChanges] = useState<RemoteChanges | undefined>(() =>
    isRestored ? initial : undefined,
  );
  const latest = useRef({ opened: fetched, fetchedAtMs });
  const ignoresServer = useRef(false);

  const storeDraft = (draft: MetadataDraft) => {
    const owner = selectSessionOwner(store.getState());
    if (owner === undefined) return;
    const stored: StoredDraft = { opened: latest.current.opened, draft };
    if (isChanged(stored.opened, draft)) keepDraft(ports, owner, storageKey, JSON.stringify(stored));
    else forgetDraft(ports, owner, storageKey);
  };
  const form = useForm<MetadataDraft>({
    initialValues: initial.draft,
    validate,
    validateInputOnBlur: true,
    onValuesChange: storeDraft,
  });
  const { values, getValues, setValues } = form;
  const isDirty = isChanged(opened, values);

  useEffect(() => {
    const before = latest.current.opened;
    if (ignoresServer.current || fetchedAtMs <= latest.current.fetchedAtMs || !isChanged(before, fetched)) return;
    latest.current = { opened: fetched, fetchedAtMs };
    const rebased = rebaseDraft(before, getValues(), fetched);
    setOpened(fetched);
    setValues(rebased.draft);
    setRemoteChanges(rebased);
  }, [fetchedAtMs, fetched, getValues, setValues]);

  return {
    form,
    opened,
    isDirty,
    /** What another user has changed since the form was opened or its draft was stored. */
    remoteChanges,
    /** True if the form was opened with stored changes. */
    wasRestored: isRestored && isDirty,
    /** Resets the form to the record. */
    discard: () => {
      setValues(opened);
      setIsRestored(false);
    },
    /** Stops updates from the server while saving, because they contain the user's own changes. */
    ignoreServer: (ignored: boolean) => {
      ignoresServer.current = ignored;
    },
    /** Deletes the stored draft. */
    clearStored: () => {
      const owner = selectSessionOwner(store.getState());
      if (owner !== undefined) forgetDraft(ports, owner, storageKey);
    },
  };
}

function isChanged(before: MetadataDraft, after: MetadataDraft): boolean {
  return changedFields(before, after).length > 0;
}
