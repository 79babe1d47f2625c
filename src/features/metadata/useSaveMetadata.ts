import { useRef, useState } from 'react';
import { useCreateDatasetMutation, useListDatasetsQuery, useUpdateDatasetMutation } from '../../api/datasets';
import type { Failure } from '../../domain/failures/failure';
import type { Dataset } from '../../domain/metadata/dataset';
import { changesOf, rebaseDraft } from '../../domain/metadata/metadataChanges';
import { draftOf, type MetadataDraft } from '../../domain/metadata/metadataDraft';
import {
  judgeDraft,
  readableValues,
  type FieldErrors,
  type FormSurroundings,
} from '../../domain/metadata/metadataForm';
import type { Project } from '../../domain/metadata/project';
/** What came of a wish to save. */
export type SaveOutcome =
  | { readonly kind: 'saved'; /** As the server has it. */ readonly title: string }
  | { readonly kind: 'invalid'; readonly errors: FieldErrors }
  /** Somebody else has changed the same meanwhile: the person decides. */
  | { readonly kind: 'contested' }
  /** Somebody else has deleted the dataset, or moved it to another title. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** What the server has now could not be read, so that somebody else's changes would not be seen: nothing was sent. */
  | { readonly kind: 'unchecked'; readonly failure: Failure }
  /** It is being saved already. */
  | { readonly kind: 'busy' };

interface SaveTarget {
  readonly project: Project;
  readonly title: string;
  readonly dataset: Dataset | undefined;
}

interface SaveWish {
  /** The form before the person changed it. */
  readonly opened: MetadataDraft;
  readonly draft: MetadataDraft;
  /** Called when the changes are sent, and when they were refused. */
  readonly onSending: (isSending: boolean) => void;
}

interface Answer {
  readonly data?: Dataset | undefined;
  readonly error?: Failure | { readonly message?: string } | undefined;
}

/**
 * Saves the form. A dataset that is there gets a PATCH of what the person changed and nothing else, so that nobody's work
 * is written over unseen; a PUT would write every field. A folder without metadata gets a POST under its title.
 */
export function useSaveMetadata({ project, title, dataset }: SaveTarget) {
  const { projectHash, sponsorId } = project;
  const { data: datasets = [], fulfilledTimeStamp = 0, refetch } = useListDatasetsQuery(projectHash);
  const [createDataset] = useCreateDatasetMutation();
  const [updateDataset] = useUpdateDatasetMutation();
  const isBusy = useRef(false);
  const [isSaving, setIsSaving] = useState(false);

  const around = (among: readonly Dataset[]): FormSurroundings => ({
    sponsorId,
    taken: among.map((one) => one.dataset).filter((other) => other !== title),
    keptTitle: title,
  });

  const attempt = async ({ opened, draft, onSending }: SaveWish): Promise<SaveOutcome> => {
    const send = async (call: () => Promise<Answer>): Promise<SaveOutcome> => {
      onSending(true);
      const { data, error } = await call();
      if (data !== undefined) return { kind: 'saved', title: data.dataset };
      onSending(false);
      return { kind: 'refused', failure: toFailure(error) };
    };
    const { data: latest, error: unread } = await refetch();
    // After a failure the answer before it is still there.
    if (latest === undefined || unread !== undefined) return { kind: 'unchecked', failure: toFailure(unread) };
    const judged = judgeDraft(draft, around(latest));
    if (!judged.ok) return { kind: 'invalid', errors: judged.failure };
    if (dataset === undefined) return send(() => createDataset({ projectHash, metadata: judged.value }));
    const record = latest.find(({ datasetHash }) => datasetHash === dataset.datasetHash);
    if (record?.dataset !== title) return { kind: 'gone' };
    if (rebaseDraft(opened, draft, draftOf(record)).contested.length > 0) return { kind: 'contested' };
    const changes = changesOf(opened, draft, judged.value, record);
    if (Object.keys(changes).length === 0) return { kind: 'saved', title };
    return send(() => updateDataset({ datasetHash: dataset.datasetHash, changes }));
  };

  const save = async (wish: SaveWish): Promise<SaveOutcome> => {
    if (isBusy.current) return { kind: 'busy' };
    isBusy.current = true;
    setIsSaving(true);
    const outcome = await attempt(wish);
    // What is saved stays so while the form goes away: a second press would find it still there.
    if (outcome.kind !== 'saved') {
      isBusy.current = false;
      setIsSaving(false);
    }
    return outcome;
  };
  return {
    save,
    isSaving,
    /** When the server told of the project's datasets, milliseconds since 1970. */
    toldAtMs: fulfilledTimeStamp,
    /** What is wrong with the form, as far as is known before it is sent. */
    validate: (draft: MetadataDraft): FieldErrors => {
      const judged = judgeDraft(draft, around(datasets));
      return judged.ok ? {} : judged.failure;
    },
    /** What the form says, as far as it can be read. */
    read: (draft: MetadataDraft) => readableValues(draft, around(datasets)),
  };
}

/** Calls fail with a `Failure`, but for errors that nobody foresaw. */
function toFailure(error: Answer['error'] = {}): Failure {
  return 'kind' in error ? error : { kind: 'refused', status: 0, message: error.message ?? 'Unexpected error' };
}
