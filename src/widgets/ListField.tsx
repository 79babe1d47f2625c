import { NativeSelect } from '@mantine/core';
import { noListText } from '@data-manager/domain/failures/failureText';
import { shownName } from '@data-manager/domain/names/shownName';
import { listProblem, type RemoteList } from '../api/configuration';
import { OPTIONAL } from '../ui/TextFields';

/** A value, or a value with a different label. */
type ListChoice = string | { readonly value: string; readonly label: string };

interface ListFieldProps {
  readonly label: string;
  /** Marks the field as optional. */
  readonly isOptional?: boolean;
  /** The items in the plural, as in "devices". */
  readonly what: string;
  /** Undefined if the lists could not be loaded. */
  readonly list: RemoteList<readonly ListChoice[]> | undefined;
  readonly isLoading: boolean;
  /** Remains selectable if the list does not contain it. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A select field with options from the server. Disabled with an explanation if the options could not be loaded. */
export function ListField({ label, isOptional = false, what, list, isLoading, value, onChange }: ListFieldProps) {
  const problem = listProblem(list);
  const choices = list?.ok === true ? list.value : [];
  return (
    <NativeSelect
      label={label}
      {...(isOptional && OPTIONAL)}
      data={[{ value: '', label: '–' }, ...choices, ...unlistedChoice(value, choices, list?.ok === true)]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      disabled={isLoading || problem !== undefined}
      error={!isLoading && problem !== undefined && noListText(problem, what)}
    />
  );
}

function unlistedChoice(value: string, choices: readonly ListChoice[], isListed: boolean): readonly ListChoice[] {
  const isUnlisted = value !== '' && choices.every((one) => (typeof one === 'string' ? one : one.value) !== value);
  return isUnlisted ? [{ value, label: isListed ? `${shownName(value)} (not in the list)` : shownName(value) }] : [];
}
