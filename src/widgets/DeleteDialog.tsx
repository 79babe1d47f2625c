import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../ui/FormDialog';
import { Name } from '../ui/Name';
import { RestoreNotice } from './RestoreNotice';

interface DeleteDialogProps {
  readonly title: string;
  /** Name of the item to delete. */
  readonly name: string;
  /** A sentence about what is deleted along with it. */
  readonly consequence: string;
  /** Offers to delete permanently. */
  readonly offersPermanent: boolean;
  /** The server can undo the deletion, unless it is permanent. */
  readonly canRestore: boolean;
  readonly pending: boolean;
  /** An error that no toast reports. */
  readonly problem: string | undefined;
  readonly onDelete: (permanentDelete: boolean) => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before an item is deleted. */
export function DeleteDialog(props: DeleteDialogProps) {
  const [permanent, setPermanent] = useState(false);
  return (
    <FormDialog
      title={props.title}
      onClose={props.onClose}
      submitLabel="Delete"
      destructive
      pending={props.pending}
      problem={props.problem}
      onSubmit={() => props.onDelete(permanent)}
    >
      <Text size="sm">
        <strong>
          <Name>{props.name}</Name>
        </strong>
        <span>{` will be deleted. ${props.consequence}`}</span>
      </Text>
      {props.canRestore && !permanent && <RestoreNotice what="it" />}
      {props.offersPermanent && (
        <Checkbox
          label="Delete permanently"
          description="This can’t be undone."
          checked={permanent}
          onChange={(event) => setPermanent(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
