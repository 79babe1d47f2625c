import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from './SearchField.module.css';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The search box above a list. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label="Search"
      aria-keyshortcuts="/"
      placeholder="Search"
      size="xs"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        value === '' ? null : <CloseButton size="xs" aria-label="Clear search" onClick={() => onChange('')} />
      }
      classNames={{ root: classes.root ?? '', input: classes.input ?? '' }}
    />
  );
}
