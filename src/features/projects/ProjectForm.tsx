import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ProjectDraft } from '../../domain/metadata/project';
import { cleanTitle, titleProblem } from '../../domain/names/title';
import { FormDialog } from '../../ui/FormDialog';
import { TitleField } from '../../ui/TextFields';

interface ProjectFormProps {
  readonly heading: string;
  readonly submitLabel: string;
  readonly initial: Required<ProjectDraft>;
  /** Titles that other projects have. */
  readonly taken: readonly string[];
  readonly pending: boolean;
  /** Why it could not be done, where no toast tells it. */
  readonly problem: string | undefined;
  readonly onSubmit: (draft: Required<ProjectDraft>) => void;
  readonly onClose: () => void;
}

/** Title and description of a project, new or not. */
export function ProjectForm(props: ProjectFormProps) {
  const { heading, submitLabel, initial, taken, pending, onSubmit, onClose } = props;
  const [title, setTitle] = useState(initial.title);
  const [description, setDescription] = useState(initial.description);
  const wrongTitle = titleProblem(title, taken);
  return (
    <FormDialog
      title={heading}
      opened
      onClose={onClose}
      submitLabel={submitLabel}
      pending={pending}
      problem={props.problem}
      disabled={wrongTitle !== undefined}
      onSubmit={() => onSubmit({ title: cleanTitle(title), description: description.trim() })}
    >
      <TitleField value={title} onChange={setTitle} problem={wrongTitle} touched={title !== initial.title} />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={8}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
