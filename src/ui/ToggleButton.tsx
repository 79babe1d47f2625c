import { Button } from '@mantine/core';

interface ToggleButtonProps {
  readonly pressed: boolean;
  readonly onClick: () => void;
  /** Accessible name, where the words alone don't say what is meant. */
  readonly label?: string;
  readonly tabIndex?: 0 | -1;
  readonly children: string;
}

/** A small button that stays pressed: filled, since that is what is chosen. */
export function ToggleButton({ pressed, label, children, ...button }: ToggleButtonProps) {
  return (
    <Button
      size="compact-xs"
      variant={pressed ? 'filled' : 'default'}
      aria-pressed={pressed}
      {...(label !== undefined && { 'aria-label': label })}
      {...button}
    >
      {children}
    </Button>
  );
}
