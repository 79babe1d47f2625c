import { Alert, Button, Checkbox, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useState, type SubmitEvent } from 'react';
import { useDispatch } from 'react-redux';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { shownName } from '@data-manager/domain/names/shownName';
import { useListDatasetsQuery } from '../../api/datasets';
import { useListProjectsQuery } from '../../api/projects';
import { createToken, type TokenScope } from '../../api/tokens';
import { useCopy } from '../../ui/useCopy';
import classes from './account.module.css';

const DEFAULT_DAYS = 90;
const MAX_DAYS = 365;

const SCOPES: Readonly<Record<TokenScope, string>> = {
  read: 'Read: list and download',
  upload: 'Upload files',
  manage: 'Manage: create, rename and delete, start jobs',
};

/** Returns the date in some days in the user's time zone, as a date field has it: `2026-11-30`. */
function dateIn(days: number): string {
  const now = new Date();
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return `${String(date.getFullYear())}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The form for a new access token. Its secret is kept in the state of this component only, until the dialog closes. */
export function NewToken({ sponsorId }: { readonly sponsorId: string }) {
  const dispatch: ThunkDispatch<unknown, unknown, UnknownAction> = useDispatch();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>(['read', 'upload']);
  const [place, setPlace] = useState<readonly string[]>([]);
  const [until, setUntil] = useState(() => dateIn(DEFAULT_DAYS));
  const [isPending, setPending] = useState(false);
  const [created, setCreated] = useState<{ readonly name: string; readonly secret: string }>();
  const [problem, setProblem] = useState<string>();
  const isPossible = until >= dateIn(0) && until <= dateIn(MAX_DAYS);

  const create = async () => {
    setPending(true);
    setProblem(undefined);
    setCreated(undefined);
    // To the end of the day.
    const expiresAt = new Date(`${until}T23:59:59`).toISOString();
    const draft = {
      name: name.trim(),
      scopes: scopes as readonly TokenScope[],
      path: [sponsorId, ...place].join('/'),
      expiresAt,
    };
    const result = await dispatch(createToken(draft));
    setPending(false);
    if (result.ok) {
      setCreated({ name: draft.name, secret: result.value.token });
      setName('');
    } else setProblem(failureNotice(result.failure).text);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void create();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {created !== undefined && <Secret {...created} />}
        <Group align="flex-start" gap="sm">
          <TextInput
            className={classes.field ?? ''}
            label="Name"
            description="What uses it"
            placeholder="microscope 2"
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <PlaceFields sponsorId={sponsorId} place={place} onChange={setPlace} />
          <TextInput
            className={classes.field ?? ''}
            type="date"
            label="Valid until"
            description="At most a year"
            min={dateIn(0)}
            max={dateIn(MAX_DAYS)}
            error={isPossible ? undefined : 'Choose a day within a year'}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        </Group>
        <Checkbox.Group label="Rights" value={[...scopes]} onChange={setScopes}>
          <Group gap="md" mt={4}>
            {Object.entries(SCOPES).map(([scope, label]) => (
              <Checkbox key={scope} value={scope} label={label} />
            ))}
          </Group>
        </Checkbox.Group>
        {problem !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        <Group>
          <Button
            type="submit"
            variant="filled"
            loading={isPending}
            disabled={name.trim() === '' || scopes.length === 0 || !isPossible}
          >
            Create token
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PlaceFieldsProps {
  readonly sponsorId: string;
  /** A project and a dataset, or less. */
  readonly place: readonly string[];
  readonly onChange: (place: readonly string[]) => void;
}

function PlaceFields({ sponsorId, place: [title, name], onChange }: PlaceFieldsProps) {
  const { data: projects = [] } = useListProjectsQuery();
  const project = projects.find((one) => one.title === title);
  const { currentData: datasets = [] } = useListDatasetsQuery(project?.projectHash ?? skipToken);
  return (
    <>
      <Select
        className={classes.field ?? ''}
        label="Project"
        description="Where it is valid"
        clearable
        searchable
        placeholder={`All of ${shownName(sponsorId)}`}
        data={projects.map((one) => ({ value: one.title, label: shownName(one.title) }))}
        value={title ?? null}
        onChange={(value) => onChange(value === null ? [] : [value])}
      />
      {project !== undefined && (
        <Select
          className={classes.field ?? ''}
          label="Dataset"
          description="Where it is valid"
          clearable
          searchable
          placeholder="The whole project"
          data={datasets.map(({ dataset }) => ({ value: dataset, label: shownName(dataset) }))}
          value={name ?? null}
          onChange={(value) => onChange(value === null ? [project.title] : [project.title, value])}
        />
      )}
    </>
  );
}

function Secret({ name, secret }: { readonly name: string; readonly secret: string }) {
  const copy = useCopy();
  return (
    <Alert color="green" title={`Token ${shownName(name)} created`} role="status">
      <Stack gap="xs">
        <Text size="sm">Copy it now: it is shown only once, and Data Manager can’t show it again.</Text>
        <Group gap="xs">
          <Code className={classes.secret ?? ''} translate="no">
            {secret}
          </Code>
          <Button size="xs" onClick={() => copy(secret, 'Token copied')}>
            Copy
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
