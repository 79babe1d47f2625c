import { Button } from '@mantine/core';

interface ToggleButtonProps {
  readonly pressed: boolean;
  /** Stands out among the others, although nothing is pressed yet. */
  readonly isProposed?: boolean;
  readonly onClick: () => void;
  /** Accessible name, if it differs from the text. */
  readonly label?: string;
  readonly tabIndex?: 0 | -1;
  readonly children: string;
}

/** A small toggle button. Filled while pressed. */
export function ToggleButton({ pressed, isProposed = false, label, children, ...button }: ToggleButtonProps) {
  return (
    <Button
      size="compact-xs"
      variant={pressed ? 'filled' : isProposed ? 'light' : 'default'}
      aria-pressed={pressed}
      {...(label !== undefined && { 'aria-label': label })}
      {...button}
    >
      {children}
    </Button>
  );
}
