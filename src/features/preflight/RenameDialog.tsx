import { Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import {
  detectNumbers,
  planRenames,
  sortItems,
  type NumberPattern,
  type RenameOrder,
  type RenameProblem,
  type RenameStep,
} from '../../domain/names/bulkRename';
import { counted } from '../../lib/plural';
import { FormDialog } from '../../ui/FormDialog';
import { NumberField } from '../../ui/TextFields';
import { nameOf, type ChosenRow } from './choice';
import type { FindCollisions } from './renameCollisions';
import { RenamePreview } from './RenamePreview';

interface RenameDialogProps {
  readonly rows: readonly ChosenRow[];
  /** The dataset that the files are uploaded to; empty for a project. */
  readonly dataset: string;
  /** Returns the collisions of the new names by row id. */
  readonly findCollisions: FindCollisions;
  readonly onApply: (steps: readonly RenameStep[]) => void;
  readonly onClose: () => void;
}

const ORDERS: readonly { readonly value: RenameOrder; readonly label: string }[] = [
  { value: 'nameAscending', label: 'Name (A–Z)' },
  { value: 'nameDescending', label: 'Name (Z–A)' },
  { value: 'dateModified', label: 'Date modified' },
];

const PATTERN_TEXTS: Readonly<Record<NumberPattern, string>> = {
  sectionAndChannelLabels: 'S = section, ch = channel',
  sixDigitsAfterCh: 'after “ch”, two digits = channel (from 00) and four digits = section',
  lastNumber: 'last number = section',
};

const PROBLEM_TEXTS: Readonly<Record<RenameProblem, string>> = {
  dataset: 'Enter a dataset name without slashes',
  name: 'Enter a name without slashes',
  section: 'Section numbers must be between 0 and 999999',
  channel: 'The channel must be between 0 and 99',
};

/** Renames many files to the naming format, with a preview of all new names. */
export function RenameDialog(props: RenameDialogProps) {
  const { rows, dataset: initialDataset, findCollisions, onApply, onClose } = props;
  const [dataset, setDataset] = useState(initialDataset);
  const [name, setName] = useState('');
  const [firstSection, setFirstSection] = useState('1');
  const [channel, setChannel] = useState('1');
  const [order, setOrder] = useState<RenameOrder>('nameAscending');
  const [usesDetected, setUsesDetected] = useState(false);

  const items = useMemo(
    () => rows.map((row) => ({ id: row.id, name: nameOf(row), lastModified: row.lastModified })),
    [rows],
  );
  const detected = useMemo(() => detectNumbers(items.map((item) => item.name)), [items]);
  const applied = usesDetected ? detected : undefined;
  const ordered = useMemo(() => (usesDetected ? items : sortItems(items, order)), [items, order, usesDetected]);
  const plan = useMemo(
    () =>
      planRenames(ordered, {
        dataset,
        name,
        firstSection: parseNumber(firstSection),
        channel: parseNumber(channel),
        ...(applied !== undefined && { detected: applied }),
      }),
    [ordered, dataset, name, firstSection, channel, applied],
  );
  const collisions = useMemo(() => findCollisions(plan.ok ? plan.value : []), [plan, findCollisions]);
  const isChannelDetected = applied?.numbers.every((one) => one.channel !== undefined) ?? false;

  return (
    <FormDialog
      title={`Rename ${counted(rows.length, 'file')}`}
      size="xl"
      opened
      onClose={onClose}
      submitLabel="Apply"
      pending={false}
      disabled={!plan.ok}
      onSubmit={() => {
        if (plan.ok) onApply(plan.value);
      }}
    >
      <Stack gap="sm">
        <Group gap="sm" grow preventGrowOverflow={false}>
          <TextInput label="Dataset" value={dataset} onChange={(event) => setDataset(event.currentTarget.value)} />
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
        </Group>
        {detected !== undefined && (
          <div>
            <Switch
              label="Use numbers from file names"
              checked={usesDetected}
              onChange={(event) => setUsesDetected(event.currentTarget.checked)}
            />
            <Text size="xs" c="dimmed">
              Detected: {PATTERN_TEXTS[detected.pattern]}
            </Text>
          </div>
        )}
        <Group gap="sm" grow preventGrowOverflow={false}>
          <NumberField
            label="First section"
            min={0}
            value={firstSection}
            disabled={usesDetected}
            onChange={setFirstSection}
          />
          <NumberField label="Channel" min={0} value={channel} disabled={isChannelDetected} onChange={setChannel} />
          <NativeSelect
            label="Order"
            data={ORDERS}
            value={order}
            disabled={usesDetected}
            onChange={(event) => {
              const chosen = ORDERS.find(({ value }) => value === event.currentTarget.value);
              if (chosen !== undefined) setOrder(chosen.value);
            }}
          />
        </Group>
        {plan.ok ? (
          <RenamePreview steps={plan.value} collisions={collisions} />
        ) : (
          <Text size="sm" role="status">
            {PROBLEM_TEXTS[plan.failure]}
          </Text>
        )}
      </Stack>
    </FormDialog>
  );
}

/** Returns NaN for an empty field, which `Number` would convert to 0. */
function parseNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
