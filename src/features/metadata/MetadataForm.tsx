import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { emptyMetadata, type Dataset } from '@data-manager/domain/metadata/dataset';
import type { Project } from '@data-manager/domain/metadata/project';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { counted, plural } from '@data-manager/lib/plural';
import { FormNotices } from './FormNotices';
import { LeaveDialog, useLeaveGuard } from './LeaveGuard';
import classes from './metadata.module.css';
import { MetadataFields } from './MetadataFields';
import { useFocusRequest } from './useFocusRequest';
import { useImport, type RenderImport } from './useImport';
import { useMetadataDraft } from './useMetadataDraft';
import { useMetadataSubmit } from './useMetadataSubmit';
import { useRenameText } from './useRenameText';
import { useSaveMetadata } from './useSaveMetadata';

export interface MetadataFormProps {
  readonly project: Project;
  readonly title: string;
  readonly dataset: Dataset | undefined;
  /** True if the user has just opened the form. */
  readonly takesFocus: boolean;
  /** The field that takes the focus; by default the first one. */
  readonly focusedField: string | undefined;
  /** @param path the dataset's path, if its title has changed */
  readonly onClose: (path?: string) => void;
  readonly renderImport: RenderImport | undefined;
}

/** Edits the metadata of a dataset, or creates it for a folder. */
export function MetadataForm({
  project,
  title,
  dataset,
  takesFocus,
  focusedField,
  onClose,
  renderImport,
}: MetadataFormProps) {
  const { sponsorId, projectHash } = project;
  const isNew = dataset === undefined;
  const record = dataset ?? { ...emptyMetadata(sponsorId), dataset: title };
  const { save, isSaving, fetchedAtMs, validate, validValues } = useSaveMetadata({ project, title, dataset });
  const draft = useMetadataDraft({ record, fetchedAtMs, storageKey: `metadata/${projectHash}/${title}` }, validate);
  const { form, opened, isDirty } = draft;
  const guard = useLeaveGuard(isDirty);
  const imports = useImport(form, isNew);
  const renameText = useRenameText(title);
  const element = useRef<HTMLFormElement>(null);
  const requestFocus = useFocusRequest(element);

  useEffect(() => {
    if (takesFocus) requestFocus(focusedField ?? (isNew ? 'description' : 'dataset'));
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
  const { submit, saveError, errorCount } = useMetadataSubmit(
    { title, draft, isNew, save, requestFocus },
    (savedTitle) =>
      close(savedTitle === title ? undefined : buildPath({ sponsorId, project: project.title, dataset: savedTitle })),
  );

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
        <FormButtons errorCount={errorCount} isSaving={isSaving} onCancel={() => close()} />
      </form>
      {guard.isBlocked && <LeaveDialog title={title} onLeave={leave} onStay={guard.stay} />}
    </>
  );
}

interface FormButtonsProps {
  /** The number of errors to correct before the form can be saved. */
  readonly errorCount: number;
  readonly isSaving: boolean;
  readonly onCancel: () => void;
}

function FormButtons({ errorCount, isSaving, onCancel }: FormButtonsProps) {
  return (
    <div className={classes.buttons}>
      <Text size="sm" c="var(--mantine-color-error)" role="status" className={classes.errorCount ?? ''}>
        {errorCount > 0 && `${counted(errorCount, 'error')}. Correct ${plural(errorCount, 'it', 'them')} to save.`}
      </Text>
      <Button variant="default" disabled={isSaving} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={isSaving}>
        Save
      </Button>
    </div>
  );
}
