import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, type SubmitEvent } from 'react';
import { emptyMetadata, type Dataset } from '@data-manager/domain/metadata/dataset';
import type { Project } from '@data-manager/domain/metadata/project';
import { buildPath } from '@data-manager/domain/navigation/routePath';
import { counted, plural } from '@data-manager/lib/plural';
import { useSealQuestion } from '../../widgets/useSealQuestion';
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

  const sealed = useSealQuestion();
  const submitAsked = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isDirty) sealed.ask([`${sponsorId}/${project.title}/${title}`], () => submit(event));
    else submit(event);
  };

  return (
    <>
      {/* Outside the form, so that buttons in its dialog do not submit the form. */}
      {renderImport !== undefined && (
        <Box mb="sm">
          {renderImport({
            current: { ...validValues(form.values), sid: sponsorId },
            sponsorId,
            keepsTitle: isNew,
            renameText,
            lists: imports.lists,
            onApply: imports.apply,
          })}
        </Box>
      )}
      <form ref={element} noValidate aria-label="Metadata form" onSubmit={submitAsked}>
        <Stack gap="sm" maw="48rem">
          <FormNotices
            saveError={saveError}
            isDirty={isDirty}
            remoteChanges={draft.remoteChanges}
            record={opened}
            onDiscardDraft={draft.wasRestored ? draft.discard : undefined}
            onUndoImport={imports.canUndo ? imports.undo : undefined}
          />
          {/* Input during saving would be lost. */}
          <Stack gap="sm" inert={isSaving}>
            <MetadataFields form={form} sponsorId={sponsorId} keepsTitle={isNew} renameText={renameText} />
          </Stack>
          <Group justify="flex-end" gap="xs" py="sm" className={classes.buttons ?? ''}>
            <Text size="sm" c="var(--mantine-color-error)" role="status" me="auto">
              {errorCount > 0 &&
                `${counted(errorCount, 'error')}. Correct ${plural(errorCount, 'it', 'them')} to save.`}
            </Text>
            <Button disabled={isSaving} onClick={() => close()}>
              Cancel
            </Button>
            <Button variant="filled" type="submit" loading={isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
      {sealed.dialog}
      {guard.isBlocked && <LeaveDialog title={title} onLeave={leave} onStay={guard.stay} />}
    </>
  );
}
