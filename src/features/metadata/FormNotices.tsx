import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import { notSavedText } from '@data-manager/domain/failures/failureText';
import type { RemoteChanges } from '@data-manager/domain/metadata/metadataChanges';
import type { MetadataDraft } from '@data-manager/domain/metadata/metadataDraft';
import { shownText } from '@data-manager/domain/names/shownName';
import { FIELD_LABELS, fieldList } from './fieldLabels';

interface FormNoticesProps {
  /** The reason why saving failed. */
  readonly saveError: RequestFailure | undefined;
  /** True if the form differs from the record. */
  readonly isDirty: boolean;
  readonly remoteChanges: RemoteChanges | undefined;
  /** The latest values on the server. */
  readonly record: MetadataDraft;
  /** Undefined if no draft was restored. */
  readonly onDiscardDraft: (() => void) | undefined;
  /** Undefined if nothing was imported. */
  readonly onUndoImport: (() => void) | undefined;
}

/** Notices above the fields of the metadata form. */
export function FormNotices(props: FormNoticesProps) {
  const { saveError, isDirty, remoteChanges, record, onDiscardDraft, onUndoImport } = props;
  // The changes of this form, whose response was lost.
  const isSaved = saveError !== undefined && !isDirty;
  return (
    <>
      {saveError !== undefined && <Notice path="saveError">{notSavedText(saveError, !isDirty)}</Notice>}
      {remoteChanges !== undefined && remoteChanges.changed.length > 0 && !isSaved && (
        <Notice path="remoteChanges">{remoteChangesText(remoteChanges, record)}</Notice>
      )}
      {onDiscardDraft !== undefined && (
        <Notice path="draft" button="Discard changes" onClick={onDiscardDraft}>
          Your unsaved changes were restored.
        </Notice>
      )}
      {onUndoImport !== undefined && (
        <Notice path="import" button="Undo import" onClick={onUndoImport}>
          Imported values are in the form but not saved yet.
        </Notice>
      )}
    </>
  );
}

function remoteChangesText({ changed, conflicts }: RemoteChanges, record: MetadataDraft): string {
  const sentences = [`Someone else has edited this dataset: ${fieldList(changed)}.`];
  if (conflicts.length < changed.length) sentences.push('The form shows their changes.');
  if (conflicts.length > 0) {
    sentences.push(`You also changed ${fieldList(conflicts)}: saving replaces their version.`);
    const theirs = conflicts.flatMap((field) => {
      const value = record[field];
      return typeof value === 'string' ? [`${FIELD_LABELS[field]} “${value}”`] : [];
    });
    if (theirs.length > 0) sentences.push(`Their version: ${theirs.join(', ')}.`);
  }
  return sentences.join(' ');
}

interface NoticeProps {
  /** The target of focus requests. */
  readonly path: string;
  readonly children: string;
  readonly button?: ReactNode;
  readonly onClick?: () => void;
}

function Notice({ path, children, button, onClick }: NoticeProps) {
  return (
    <Paper withBorder p="xs" role="status" data-path={path} tabIndex={-1}>
      <Group gap="sm" justify="space-between">
        <Text size="sm">{shownText(children)}</Text>
        {onClick !== undefined && (
          <Button size="compact-xs" onClick={onClick}>
            {button}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
