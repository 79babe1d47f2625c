import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/FormDialog';

interface CancelButtonProps extends Pick<ButtonProps, 'variant' | 'loading'> {
  /** What cancelling deletes and what it keeps. */
  readonly detail: string;
  readonly onCancel: () => void;
  /** The label. */
  readonly children: ReactNode;
}

/** Cancels a transfer after the user has confirmed it. If the transfer ends meanwhile, the dialog closes with the button. */
export function CancelButton({ detail, onCancel, children, ...button }: CancelButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="subtle" color="gray" {...button} onClick={() => setIsConfirming(true)}>
        {children}
      </Button>
      <ConfirmDialog opened={isConfirming} onClose={() => setIsConfirming(false)} onConfirm={onCancel} detail={detail}>
        Please confirm to cancel the ongoing process
      </ConfirmDialog>
    </>
  );
}
