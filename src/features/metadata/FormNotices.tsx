import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Failure } from '../../domain/failures/failure';
import { notSavedWords } from '../../domain/failures/failureNotice';
import type { MetadataDraft } from '../../domain/metadata/metadataDraft';
import { tellForeignChanges } from '../../domain/metadata/tellForeignChanges';
import { shownText } from '../../domain/names/shownName';
import { metadataWords } from './metadataWords';
import type { ForeignChanges } from './useMetadataDraft';

/** Why the changes are not saved. */
export interface NotSaved {
  readonly failure: Failure;
  readonly wasSent: boolean;
}

interface FormNoticesProps {
  readonly notSaved: NotSaved | undefined;
  readonly news: ForeignChanges | undefined;
  /** The record as it is now. */
  readonly record: MetadataDraft;
  /** Undefined where nothing was kept from before. */
  readonly onDiscardKept: (() => void) | undefined;
  /** Undefined where nothing was imported. */
  readonly onUndoImport: (() => void) | undefined;
}

/** What the person has to know before they go on. */
export function FormNotices({ notSaved, news, record, onDiscardKept, onUndoImport }: FormNoticesProps) {
  return (
    <>
      {notSaved !== undefined && <Notice path="failure">{notSavedWords(notSaved.failure, notSaved.wasSent)}</Notice>}
      {news !== undefined && news.foreign.length > 0 && <Notice path="news">{tellForeignChanges(news, record)}</Notice>}
      {onDiscardKept !== undefined && (
        <Notice path="kept" button={metadataWords.discardThem} onClick={onDiscardKept}>
          {metadataWords.changesKept}
        </Notice>
      )}
      {onUndoImport !== undefined && (
        <Notice path="import" button={metadataWords.takeImportBack} onClick={onUndoImport}>
          {metadataWords.valuesImported}
        </Notice>
      )}
    </>
  );
}

interface NoticeProps {
  /** By which the form finds it, to put the focus there. */
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
          <Button size="compact-xs" variant="default" onClick={onClick}>
            {button}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
