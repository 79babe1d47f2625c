import { ActionIcon } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import classes from './SearchField.module.css';

interface SearchFieldProps {
  /** Accessible name, where a page has more than one. */
  readonly label?: string;
  /** It is above the screen's main list, and a key leads to it. */
  readonly isMain?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The field was left. */
  readonly onLeave?: () => void;
}

/** The search box above a list. It stands on the first screen: Mantine's own, with all that it can do, takes 4 KiB more. */
export function SearchField({ label = 'Search', isMain = false, value, onChange, onLeave }: SearchFieldProps) {
  return (
    <div className={classes.root}>
      <IconSearch className={classes.icon} size={14} aria-hidden />
      <input
        type="search"
        aria-label={label}
        {...(isMain && { 'aria-keyshortcuts': '/' })}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onLeave}
        className={classes.input}
      />
      {value !== '' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label="Clear search"
          onClick={() => onChange('')}
          className={classes.clear}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
