import { useState, type SubmitEvent } from 'react';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import type { MetadataDraft } from '@data-manager/domain/metadata/metadataDraft';
import { shownText } from '@data-manager/domain/names/shownName';
import { firstErrorPath } from './metadataSchema';
import type { useMetadataDraft } from './useMetadataDraft';
import type { useSaveMetadata } from './useSaveMetadata';

interface SubmittedForm {
  /** The title before the edit. */
  readonly title: string;
  readonly draft: Pick<ReturnType<typeof useMetadataDraft>, 'form' | 'opened' | 'isDirty' | 'ignoreServer'>;
  /** True for a folder without metadata. */
  readonly isNew: boolean;
  readonly save: ReturnType<typeof useSaveMetadata>['save'];
  /** Focuses the field or notice that explains why the form was not saved. */
  readonly requestFocus: (path: string | undefined) => void;
}

/**
 * Saves the form on submit, and keeps why that failed. A form without changes is only closed.
 *
 * @param onSaved receives the title as stored on the server
 */
export function useMetadataSubmit(
  { title, draft, isNew, save, requestFocus }: SubmittedForm,
  onSaved: (title: string) => void,
) {
  const { form, opened, isDirty, ignoreServer } = draft;
  const [saveError, setSaveError] = useState<RequestFailure>();
  const [wasInvalid, setWasInvalid] = useState(false);

  const submitValues = async (values: MetadataDraft) => {
    setSaveError(undefined);
    const result = await save({ opened, draft: values, onSending: ignoreServer });
    switch (result.kind) {
      case 'saved':
        onSaved(result.title);
        break;
      case 'invalid':
        form.setErrors(result.errors);
        setWasInvalid(true);
        requestFocus(firstErrorPath(result.errors));
        break;
      case 'refused': {
        const message = titleConflict(result.failure);
        setSaveError(result.failure);
        if (message !== undefined) form.setFieldError('dataset', shownText(message));
        requestFocus(message === undefined ? 'saveError' : 'dataset');
        break;
      }
      case 'notSent':
        setSaveError(result.failure);
        requestFocus('saveError');
        break;
      case 'conflict':
        requestFocus('remoteChanges');
        break;
      case 'busy':
      case 'gone':
        break;
    }
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    if (isDirty || isNew) {
      form.onSubmit(submitValues, (errors) => {
        setWasInvalid(true);
        requestFocus(firstErrorPath(errors));
      })(event);
    } else {
      event.preventDefault();
      onSaved(title);
    }
  };

  return { submit, saveError, errorCount: wasInvalid ? Object.keys(form.errors).length : 0 };
}

/** Returns the server's message if another dataset, possibly a deleted one, has the title. */
function titleConflict(failure: RequestFailure): string | undefined {
  return failure.kind === 'refused' && failure.status === 409 ? failure.message : undefined;
}
