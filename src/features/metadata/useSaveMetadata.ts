import { useRef, useState } from 'react';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import type { Dataset } from '@data-manager/domain/metadata/dataset';
import { editedChanges, rebaseDraft } from '@data-manager/domain/metadata/metadataChanges';
import { draftOf, type MetadataDraft } from '@data-manager/domain/metadata/metadataDraft';
import type { Project } from '@data-manager/domain/metadata/project';
import { useCreateDatasetMutation, useListDatasetsQuery, useUpdateDatasetMutation } from '../../api/datasets';
import { validateDraft, validValues, type FieldErrors, type ValidationContext } from './metadataSchema';

type SaveResult =
  | { readonly kind: 'saved'; /** As stored on the server. */ readonly title: string }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors }
  /** Another user has changed the same fields. */
  | { readonly kind: 'conflict' }
  /** Another user has deleted or renamed the dataset. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly failure: RequestFailure }
  /** Nothing was sent, because the latest record could not be loaded to detect conflicts. */
  | { readonly kind: 'notSent'; readonly failure: RequestFailure }
  /** Saving is already in progress. */
  | { readonly kind: 'busy' };

/** How often a form is merged with what others save while it is being saved. */
const MAX_TRIES = 5;

interface SaveTarget {
  readonly project: Project;
  readonly title: string;
  readonly dataset: Dataset | undefined;
}

interface SaveRequest {
  /** The form values before the edit. */
  readonly opened: MetadataDraft;
  readonly draft: MetadataDraft;
  /** Called with true before the request is sent, and with false if it fails. */
  readonly onSending: (isSending: boolean) => void;
}

interface MutationResult {
  readonly data?: Dataset | undefined;
  readonly error?: RequestFailure | { readonly message?: string } | undefined;
}

/**
 * Saves the form. An existing dataset is updated with a PATCH of the edited fields, so that changes of other users to other
 * fields are kept. A folder without metadata becomes a dataset with a POST.
 */
export function useSaveMetadata({ project, title, dataset }: SaveTarget) {
  const { projectHash, sponsorId } = project;
  const { data: datasets = [], fulfilledTimeStamp = 0, refetch } = useListDatasetsQuery(projectHash);
  const [createDataset] = useCreateDatasetMutation();
  const [updateDataset] = useUpdateDatasetMutation();
  const isBusy = useRef(false);
  const [isSaving, setIsSaving] = useState(false);

  const contextOf = (siblings: readonly Dataset[]): ValidationContext => ({
    sponsorId,
    takenTitles: siblings.map((sibling) => sibling.dataset).filter((other) => other !== title),
    currentTitle: title,
  });

  const trySave = async (request: SaveRequest, tries = 1): Promise<SaveResult> => {
    const { opened, draft, onSending } = request;
    const send = async (mutate: () => Promise<MutationResult>): Promise<SaveResult> => {
      onSending(true);
      const { data, error } = await mutate();
      if (data !== undefined) return { kind: 'saved', title: data.dataset };
      onSending(false);
      return { kind: 'refused', failure: toFailure(error) };
    };
    const { data: latest, error: loadError } = await refetch();
    // After a failed refetch, `data` still holds the previous response.
    if (latest === undefined || loadError !== undefined) return { kind: 'notSent', failure: toFailure(loadError) };
    const validated = validateDraft(draft, contextOf(latest));
    if (!validated.ok) return { kind: 'invalid', errors: validated.failure };
    if (dataset === undefined) return send(() => createDataset({ projectHash, metadata: validated.value }));
    const record = latest.find(({ datasetHash }) => datasetHash === dataset.datasetHash);
    if (record?.dataset !== title) return { kind: 'gone' };
    if (rebaseDraft(opened, draft, draftOf(record)).conflicts.length > 0) return { kind: 'conflict' };
    const changes = editedChanges(opened, draft, validated.value, record);
    if (Object.keys(changes).length === 0) return { kind: 'saved', title };
    const { etag } = record;
    const saved = await send(() => updateDataset({ datasetHash: dataset.datasetHash, changes, etag }));
    // Someone else has saved since the record was read: their changes are merged, or shown as a conflict.
    const wasChanged = saved.kind === 'refused' && saved.failure.kind === 'changed';
    return wasChanged && tries < MAX_TRIES ? trySave(request, tries + 1) : saved;
  };

  const save = async (request: SaveRequest): Promise<SaveResult> => {
    if (isBusy.current) return { kind: 'busy' };
    isBusy.current = true;
    setIsSaving(true);
    const result = await trySave(request);
    // After success the form stays busy until it unmounts, so that a second click does not save again.
    if (result.kind !== 'saved') {
      isBusy.current = false;
      setIsSaving(false);
    }
    return result;
  };
  return {
    save,
    isSaving,
    /** The time of the latest response, milliseconds since 1970. */
    fetchedAtMs: fulfilledTimeStamp,
    /** Validates the form against the datasets loaded so far. */
    validate: (draft: MetadataDraft): FieldErrors => {
      const validated = validateDraft(draft, contextOf(datasets));
      return validated.ok ? {} : validated.failure;
    },
    validValues: (draft: MetadataDraft) => validValues(draft, contextOf(datasets)),
  };
}

/** Converts an RTK Query error to a `RequestFailure`. */
function toFailure(error: MutationResult['error'] = {}): RequestFailure {
  return 'kind' in error ? error : { kind: 'refused', status: 0, message: error.message ?? 'Unexpected error' };
}
