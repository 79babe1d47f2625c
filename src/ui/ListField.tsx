import { NativeSelect } from '@mantine/core';
import { listProblem, type RemoteList } from '../api/configuration';
import { failureWords } from '../domain/failures/failureWords';
import { shownName } from '../domain/names/shownName';
/** A text that stands for itself, or one that is shown by a name. */
type ListChoice = string | { readonly value: string; readonly label: string };

interface ListFieldProps {
  readonly label: string;
  /** What the list holds, as in "list of devices". */
  readonly what: string;
  /** Undefined where the lists could not be loaded at all. */
  readonly list: RemoteList<readonly ListChoice[]> | undefined;
  readonly isLoading: boolean;
  /** A value that is none of the list's stays there to be chosen. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A choice from a list of the server's. Without the list it can't be made, and says why; the form around it goes on. */
export function ListField({ label, what, list, isLoading, value, onChange }: ListFieldProps) {
  const problem = listProblem(list);
  const choices = list?.ok === true ? list.value : [];
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: '–' }, ...choices, ...strayChoice(value, choices, list?.ok === true)]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      disabled={isLoading || problem !== undefined}
      error={!isLoading && problem !== undefined && failureWords.noList[problem](what)}
    />
  );
}

function strayChoice(value: string, choices: readonly ListChoice[], isListed: boolean): readonly ListChoice[] {
  const isStray = value !== '' && choices.every((one) => (typeof one === 'string' ? one : one.value) !== value);
  return isStray ? [{ value, label: isListed ? `${shownName(value)} (not in the list)` : shownName(value) }] : [];
}
