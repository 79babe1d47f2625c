import { Button, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState, type SubmitEvent } from 'react';
import type { Failure } from '../../domain/failures/failure';
import { emptyMetadata, type Dataset } from '../../domain/metadata/dataset';
import type { MetadataDraft } from '../../domain/metadata/metadataDraft';
import type { Project } from '../../domain/metadata/project';
import { shownText } from '../../domain/names/shownName';
import { buildPath } from '../../domain/navigation/routePath';
import { counted, plural } from '../../lib/plural';
import { FormNotices, type SaveError } from './FormNotices';
import { LeaveDialog, useLeaveGuard } from './LeaveGuard';
import classes from './metadata.module.css';
import { MetadataFields } from './MetadataFields';
import { firstErrorPath } from './metadataSchema';
import { useFocusRequest } from './useFocusRequest';
import { useImport, type RenderImport } from './useImport';
import { useMetadataDraft } from './useMetadataDraft';
import { useRenameText } from './useRenameText';
import { useSaveMetadata } from './useSaveMetadata';

export interface MetadataFormProps {
  readonly project: Project;
  readonly title: string;
  readonly dataset: Dataset | undefined;
  /** True if the user has just opened the form. */
  readonly takesFocus: boolean;
  /** @param path the dataset's path, if its title has changed */
  readonly onClose: (path?: string) => void;
  readonly renderImport: RenderImport | undefined;
}

/** Edits the metadata of a dataset, or creates it for a folder. */
export function MetadataForm({ project, title, dataset, takesFocus, onClose, renderImport }: MetadataFormProps) {
  const { sponsorId, projectHash } = project;
  const isNew = dataset === undefined;
  const record = useMemo(() => dataset ?? { ...emptyMetadata(sponsorId), dataset: title }, [dataset, sponsorId, title]);
  const { save, isSaving, fetchedAtMs, validate, validValues } = useSaveMetadata({ project, title, dataset });
  const draft = useMetadataDraft({ record, fetchedAtMs, storageKey: `metadata/${projectHash}/${title}` }, validate);
  const { form, opened, isDirty } = draft;
  const guard = useLeaveGuard(isDirty);
  const imports = useImport(form, isNew);
  const renameText = useRenameText(title);
  const [saveError, setSaveError] = useState<SaveError>();
  const [wasInvalid, setWasInvalid] = useState(false);
  const errorCount = wasInvalid ? Object.keys(form.errors).length : 0;
  const element = useRef<HTMLFormElement>(null);
  const requestFocus = useFocusRequest(element);

  useEffect(() => {
    if (takesFocus) requestFocus(isNew ? 'description' : 'dataset');
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only on mount
  }, []);

  const close = (path?: string) => {
    draft.clearStored();
    guard.allowLeaving();
    onClose(path);
  };
  const leave = () => {
    draft.clearStored();
    guard.leave();
  };
  const submitValues = async (values: MetadataDraft) => {
    setSaveError(undefined);
    const result = await save({ opened, draft: values, onSending: draft.ignoreServer });
    switch (result.kind) {
      case 'saved':
        close(
          result.title === title ? undefined : buildPath({ sponsorId, project: project.title, dataset: result.title }),
        );
        break;
      case 'invalid':
        form.setErrors(result.errors);
        setWasInvalid(true);
        requestFocus(firstErrorPath(result.errors));
        break;
      case 'refused': {
        const message = titleConflict(result.failure);
        setSaveError({ failure: result.failure, wasSent: true });
        if (message !== undefined) form.setFieldError('dataset', shownText(message));
        requestFocus(message === undefined ? 'saveError' : 'dataset');
        break;
      }
      case 'notSent':
        setSaveError({ failure: result.failure, wasSent: false });
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
      close();
    }
  };

  return (
    <>
      {/* Outside the form, so that buttons in its dialog do not submit the form. */}
      {renderImport !== undefined && (
        <div className={classes.import}>
          {renderImport({
            current: { ...validValues(form.values), sid: sponsorId },
            sponsorId,
            keepsTitle: isNew,
            renameText,
            lists: imports.lists,
            onApply: imports.apply,
          })}
        </div>
      )}
      <form ref={element} className={classes.form} noValidate aria-label="Metadata form" onSubmit={submit}>
        <FormNotices
          saveError={saveError}
          remoteChanges={draft.remoteChanges}
          record={opened}
          onDiscardDraft={draft.wasRestored ? draft.discard : undefined}
          onUndoImport={imports.canUndo ? imports.undo : undefined}
        />
        {/* Input during saving would be lost. */}
        <div className={classes.form} inert={isSaving}>
          <MetadataFields form={form} sponsorId={sponsorId} keepsTitle={isNew} renameText={renameText} />
        </div>
        <div className={classes.buttons}>
          <Text size="sm" c="var(--mantine-color-error)" role="status" className={classes.errorCount ?? ''}>
            {errorCount > 0 && `${counted(errorCount, 'error')}. Correct ${plural(errorCount, 'it', 'them')} to save.`}
          </Text>
          <Button variant="default" disabled={isSaving} onClick={() => close()}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            Save
          </Button>
        </div>
      </form>
      {guard.isBlocked && <LeaveDialog title={title} onLeave={leave} onStay={guard.stay} />}
    </>
  );
}

/** Returns the server's message if another dataset, possibly a deleted one, has the title. */
function titleConflict(failure: Failure): string | undefined {
  return failure.kind === 'refused' && failure.status === 409 ? failure.message : undefined;
}
