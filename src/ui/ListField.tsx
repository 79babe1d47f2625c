import { NativeSelect } from '@mantine/core';
import type { RemoteList } from '../../api/remoteList';
import { noListWords } from '../../domain/failureWords';

interface ListFieldProps {
  readonly label: string;
  /** What the list holds, as in "list of devices". */
  readonly what: string;
  /** Undefined where the lists could not be loaded at all. */
  readonly list: RemoteList<readonly string[]> | undefined;
  readonly isLoading: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A choice from a list of the server's. Without the list it can't be made, and says why; the form around it goes on. */
export function ListField({ label, what, list, isLoading, value, onChange }: ListFieldProps) {
  const problem = list === undefined ? 'unanswered' : list.ok ? undefined : list.failure;
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: '–' }, ...(list?.ok === true ? list.value : [])]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      disabled={isLoading || problem !== undefined}
      error={!isLoading && problem !== undefined && noListWords(what, problem)}
    />
  );
}
