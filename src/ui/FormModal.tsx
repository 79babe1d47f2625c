import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { KeyboardEvent, ReactNode, SubmitEvent } from 'react';
import classes from './FormModal.module.css';

export interface FormModalProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Label of the submit button: `Create`, `Save`, `Delete`. */
  readonly submitLabel: string;
  /** Colours the submit button red. */
  readonly destructive?: boolean;
  readonly pending: boolean;
  readonly disabled?: boolean;
  /** An error that no toast reports. */
  readonly problem?: string | undefined;
  /** `xl` for a dialog with a table. */
  readonly size?: 'md' | 'xl';
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A modal dialog with a small form. Enter submits, Escape and `Cancel` close it. */
export function FormModal(props: FormModalProps) {
  const {
    title,
    opened,
    onClose,
    submitLabel,
    destructive = false,
    pending,
    disabled = false,
    size = 'md',
    onSubmit,
  } = props;
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
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {props.children}
          {props.problem !== undefined && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {props.problem}
            </Text>
          )}
          <Group justify="flex-end" gap="xs" className={classes.buttons ?? ''}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={pending} disabled={disabled} {...(destructive && { color: 'red' })}>
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
