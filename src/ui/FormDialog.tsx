import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useId, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react';
import { Sentence } from '../platform/Sentence';
import classes from './FormDialog.module.css';
import { useFocusReturn } from './useFocusReturn';

interface FormDialogProps {
  readonly title: string;
  /** True by default. */
  readonly opened?: boolean;
  readonly onClose: () => void;
  /** Label of the submit button: `Create`, `Save`, `Delete`. */
  readonly submitLabel: string;
  /** Colours the submit button red. */
  readonly destructive?: boolean;
  readonly pending?: boolean;
  /** Disables the submit button. The text appears beside it unless it is empty. */
  readonly disabledReason?: string | undefined;
  /** An error that no toast reports. */
  readonly problem?: string | undefined;
  /** `xl` for a dialog with a table. */
  readonly size?: 'md' | 'lg' | 'xl';
  /** A button beside the submit button. */
  readonly otherButton?: ReactNode;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog with a small form. Enter submits, Escape and `Cancel` close it, and the focus returns to the element that
 * had it before.
 */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    opened = true,
    onClose,
    submitLabel,
    destructive = false,
    pending = false,
    disabledReason,
    size = 'md',
    onSubmit,
  } = props;
  const disabled = disabledReason !== undefined;
  const reasonId = useId();
  useFocusReturn(opened);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React events bubble through portals: without this, the event would also submit a form around the dialog.
    event.stopPropagation();
    if (!pending && !disabled) onSubmit();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onKeyDown={ignoreHeldEnter}
      title={<Sentence>{title}</Sentence>}
      size={size}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {props.children}
          {props.problem !== undefined && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              <Sentence>{props.problem}</Sentence>
            </Text>
          )}
          <Group justify="flex-end" gap="xs" className={classes.buttons ?? ''}>
            <Text size="xs" c="dimmed" id={reasonId} flex={1}>
              {disabledReason}
            </Text>
            <Button onClick={onClose}>Cancel</Button>
            {props.otherButton}
            <Button
              variant="filled"
              type="submit"
              loading={pending}
              disabled={disabled}
              {...(disabled && { 'aria-describedby': reasonId })}
              {...(destructive && { color: 'red' })}
            >
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Enter that is still held after it opened the dialog must not submit it unread. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
}

interface ConfirmDialogProps {
  /** Defaults to `Are you sure?`. */
  readonly title?: string;
  /** Defaults to `Confirm`. */
  readonly confirmLabel?: string;
  readonly opened?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  /** A second line about what changes and what is kept. */
  readonly detail?: string;
  /** The effect of the action. */
  readonly children: ReactNode;
}

/** Asks for confirmation before a destructive action. Closes before `onConfirm` is called. */
export function ConfirmDialog({ title, confirmLabel, detail, onConfirm, children, ...dialog }: ConfirmDialogProps) {
  const { onClose } = dialog;
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <FormDialog
      {...dialog}
      title={title ?? 'Are you sure?'}
      submitLabel={confirmLabel ?? 'Confirm'}
      destructive
      onSubmit={confirm}
    >
      <div>
        <Text size="sm">{children}</Text>
        {detail !== undefined && (
          <Text size="sm" c="dimmed" mt={4}>
            <Sentence>{detail}</Sentence>
          </Text>
        )}
      </div>
    </FormDialog>
  );
}
