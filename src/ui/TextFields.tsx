import { TextInput } from '@mantine/core';
import type { TitleProblem } from '@data-manager/domain/names/title';

/** Marks a field as optional, beside its label. Not in the label, which names the field. */
export const OPTIONAL = {
  description: 'Optional',
  styles: { description: { display: 'inline', marginInlineStart: '0.5rem' } },
} as const;

const TITLE_PROBLEM_TEXTS: Readonly<Record<TitleProblem, string>> = {
  empty: 'Enter a title',
  tooLong: 'Titles are limited to 255 bytes (255 English letters, fewer in other scripts)',
  slash: 'Titles can’t contain / or \\',
  controlCharacter: 'Titles can’t contain control characters',
  loneSurrogate: 'Titles can’t contain invalid characters',
  reserved: 'This title is reserved',
  taken: 'This title is already in use',
};

/** Describes what is wrong with a title. */
export function titleProblemText(problem: TitleProblem): string {
  return TITLE_PROBLEM_TEXTS[problem];
}

/** Returns why a form with this title can't be submitted. Errors that the field shows are not repeated. */
export function titleReason(problem: TitleProblem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  return problem === 'empty' ? titleProblemText(problem) : 'Change the title';
}

interface TitleFieldProps {
  readonly value: string;
  readonly onChange: (title: string) => void;
  /** Validation error. Shown once the field is touched. */
  readonly problem: TitleProblem | undefined;
  readonly touched: boolean;
  /** Describes the effects of the title. */
  readonly description?: string | undefined;
}

/** The text field for the title of a project or dataset. */
export function TitleField({ value, onChange, problem, touched, description }: TitleFieldProps) {
  return (
    <TextInput
      label="Title"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={touched && problem !== undefined ? titleProblemText(problem) : undefined}
      autoComplete="off"
      data-autofocus
    />
  );
}
