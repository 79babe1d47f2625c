import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';

export interface FormModalProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The button that does it: `Create`, `Save`, `Delete`. */
  readonly submitLabel: string;
  /** Colours the button as one that destroys. */
  readonly destructive?: boolean;
  readonly pending: boolean;
  readonly disabled?: boolean;
  /** Why it could not be done, where no toast tells it. */
  readonly problem?: string | undefined;
  /** Wider where it holds a table. */
  readonly size?: 'md' | 'xl';
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A modal with a small form: Enter submits, Escape and `Cancel` leave everything as it was. */
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
    // For React a form whose component the dialog is a part of is around it, for the person it is not.
    event.stopPropagation();
    if (!pending && !disabled) onSubmit();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {props.children}
          {props.problem !== undefined && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {props.problem}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
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
