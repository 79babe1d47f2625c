import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import classes from './SearchField.module.css';
import { uiWords } from './uiWords';

interface SearchFieldProps {
  /** Accessible name, where a page has more than one. */
  readonly label?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** The field was left. */
  readonly onLeave?: () => void;
}

/** The search box above a list. */
export function SearchField({ label = uiWords.search, value, onChange, onLeave }: SearchFieldProps) {
  return (
    <TextInput
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      size="xs"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(onLeave && { onBlur: onLeave })}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        value === '' ? null : <CloseButton size="xs" aria-label={uiWords.clearSearch} onClick={() => onChange('')} />
      }
      classNames={{ root: classes.root ?? '', input: classes.input ?? '' }}
    />
  );
}
