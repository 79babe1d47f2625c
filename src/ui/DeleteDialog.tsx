import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { deleteWords } from './deleteWords';
import { FormDialog } from './FormDialog';
import { Name } from './Name';
import { uiWords } from './uiWords';

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
  const sentence = deleteWords.willBeDeleted(props.whatGoes);
  return (
    <FormDialog
      title={props.title}
      opened
      onClose={props.onClose}
      submitLabel={uiWords.delete}
      destructive
      pending={props.pending}
      problem={props.problem}
      onSubmit={() => props.onDelete(permanent)}
    >
      <Text size="sm">
        {sentence.before}
        <strong>
          <Name>{props.name}</Name>
        </strong>
        {sentence.after}
      </Text>
      {props.offersPermanent && (
        <Checkbox
          label={deleteWords.deletePermanently}
          description={deleteWords.nothingKept}
          checked={permanent}
          onChange={(event) => setPermanent(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
