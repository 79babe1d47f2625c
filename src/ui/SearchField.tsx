import { ActionIcon, Flex } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import classes from './SearchField.module.css';

interface SearchFieldProps {
  /** Accessible name. Needed if a page has several search fields. */
  readonly label?: string;
  /** Marks the search of the main list, which the `/` key focuses. */
  readonly isMain?: boolean;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Called when the field loses focus. */
  readonly onLeave?: () => void;
}

/** The search field of a list. A plain input, because Mantine's adds 4 KiB to the first load. */
export function SearchField({ label = 'Search', isMain = false, value, onChange, onLeave }: SearchFieldProps) {
  return (
    <Flex align="center" flex="0 1 18rem" miw="5rem" pos="relative">
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
        <ActionIcon size={24} aria-label="Clear search" onClick={() => onChange('')} pos="absolute" right={3}>
          <IconX size={14} aria-hidden />
        </ActionIcon>
      )}
    </Flex>
  );
}
