import { Button } from '@mantine/core';

const LOOKS = {
  Pause: { variant: 'default' },
  Resume: { variant: 'light' },
  Retry: { variant: 'light' },
  // The specification's word for files that failed to upload.
  retry: { variant: 'light' },
  Dismiss: { variant: 'subtle', color: 'gray' },
  Remove: { variant: 'subtle', color: 'gray' },
} as const;

interface CommandButtonProps {
  /** The label. */
  readonly command: keyof typeof LOOKS;
  readonly onClick: () => void;
}

/** A command in a row of the panel. */
export function CommandButton({ command, onClick }: CommandButtonProps) {
  return (
    <Button size="compact-xs" {...LOOKS[command]} onClick={onClick}>
      {command}
    </Button>
  );
}
