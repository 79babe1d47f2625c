import { TextInput } from '@mantine/core';

interface TitleFieldProps {
  readonly value: string;
  readonly onChange: (title: string) => void;
  /** What is wrong with it, in words; shown once the person has typed something. */
  readonly problem: string | undefined;
  readonly touched: boolean;
}

/** The text field for a project's or dataset's title. */
export function TitleField({ value, onChange, problem, touched }: TitleFieldProps) {
  return (
    <TextInput
      label="Title"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={touched ? problem : undefined}
      autoComplete="off"
      data-autofocus
    />
  );
}
