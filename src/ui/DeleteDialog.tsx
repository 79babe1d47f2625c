import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from './FormDialog';
import { Name } from './Name';

interface DeleteDialogProps {
  readonly title: string;
  /** The name of what goes. */
  readonly name: string;
  /** What goes with it, as a sentence. */
  readonly whatGoes: string;
  /** Whether the person may choose that nothing is kept. */
  readonly offersPermanent: boolean;
  readonly pending: boolean;
  /** Why it could not be done, where no toast tells it. */
  readonly problem: string | undefined;
  readonly onDelete: (permanentDelete: boolean) => void;
  readonly onClose: () => void;
}

/** Asks before something is deleted, and says what goes. */
export function DeleteDialog(props: DeleteDialogProps) {
  const [permanent, setPermanent] = useState(false);
  return (
    <FormDialog
      title={props.title}
      opened
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
        {` will be deleted. ${props.whatGoes}`}
      </Text>
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
