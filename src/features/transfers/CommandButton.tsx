import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { CancelButton } from './CancelButton';

const LOOKS = {
  Pause: { variant: 'default' },
  Resume: { variant: 'light' },
  Retry: { variant: 'light' },
  // The specification's word for files that failed to upload.
  retry: { variant: 'light' },
  'Stop following': { variant: 'default' },
  Open: { variant: 'default' },
  Cancel: { variant: 'subtle', color: 'gray' },
  Dismiss: { variant: 'subtle', color: 'gray' },
  Remove: { variant: 'subtle', color: 'gray' },
} as const;

/** The label of a button in a row of the panel. */
export type Command = keyof typeof LOOKS;

/** What a command does: runs at once, runs after the user has confirmed what it deletes and keeps, or leads to an address. */
export type CommandAction =
  | (() => void)
  | { readonly run: () => void; readonly description: string }
  | { readonly run: () => void; readonly detail: string }
  | { readonly to: string };

interface CommandButtonProps {
  readonly command: Command;
  readonly action: CommandAction;
}

/** A command in a row of the panel. */
export function CommandButton({ command, action }: CommandButtonProps) {
  const look = { size: 'compact-xs', ...LOOKS[command], children: command } as const;
  if (typeof action === 'function') return <Button {...look} onClick={action} />;
  if ('to' in action) return <Button {...look} component={Link} to={action.to} />;
  if ('description' in action) return <Button {...look} aria-description={action.description} onClick={action.run} />;
  return (
    <CancelButton detail={action.detail} onCancel={action.run}>
      {command}
    </CancelButton>
  );
}
