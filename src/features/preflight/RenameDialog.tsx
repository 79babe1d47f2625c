import { Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { orderItems, planRenames, type RenameOrder, type RenameStep } from '../../domain/names/bulkRename';
import { guessPattern } from '../../domain/names/guessPattern';
import { namingWords } from '../../domain/names/namingWords';
import { FormDialog } from '../../ui/FormDialog';
import { NumberField } from '../../ui/TextFields';
import { nameOf, type ChosenRow } from './choice';
import type { FindCollisions } from './renameCollisions';
import { RenamePreview } from './RenamePreview';
import { renameWords } from './renameWords';

interface RenameDialogProps {
  readonly rows: readonly ChosenRow[];
  /** The dataset into which the files go; empty where it is not one. */
  readonly dataset: string;
  /** Which new names would collide with another one or with the server, by id. */
  readonly findCollisions: FindCollisions;
  readonly onApply: (steps: readonly RenameStep[]) => void;
  readonly onClose: () => void;
}

const ORDERS: readonly { readonly value: RenameOrder; readonly label: string }[] = [
  { value: 'name', label: renameWords.orders.name },
  { value: 'nameBackwards', label: renameWords.orders.nameBackwards },
  { value: 'time', label: renameWords.orders.time },
];

/** Gives many files names in the grammar. Every old and new name stands there before anything is applied. */
export function RenameDialog(props: RenameDialogProps) {
  const { rows, dataset: initialDataset, findCollisions, onApply, onClose } = props;
  const [dataset, setDataset] = useState(initialDataset);
  const [name, setName] = useState('');
  const [firstSection, setFirstSection] = useState('1');
  const [channel, setChannel] = useState('1');
  const [order, setOrder] = useState<RenameOrder>('name');
  const [isGuessTaken, setIsGuessTaken] = useState(false);

  const items = useMemo(
    () => rows.map((row) => ({ id: row.id, name: nameOf(row), lastModified: row.lastModified })),
    [rows],
  );
  const guess = useMemo(() => guessPattern(items.map((item) => item.name)), [items]);
  const takenGuess = isGuessTaken ? guess : undefined;
  const ordered = useMemo(() => (isGuessTaken ? items : orderItems(items, order)), [items, order, isGuessTaken]);
  const plan = useMemo(
    () =>
      planRenames(ordered, {
        dataset,
        name,
        firstSection: numberIn(firstSection),
        channel: numberIn(channel),
        ...(takenGuess !== undefined && { guess: takenGuess }),
      }),
    [ordered, dataset, name, firstSection, channel, takenGuess],
  );
  const collisions = useMemo(() => findCollisions(plan.ok ? plan.value : []), [plan, findCollisions]);
  const isChannelGuessed = takenGuess?.numbers.every((one) => one.channel !== undefined) ?? false;

  return (
    <FormDialog
      title={renameWords.renameFiles(rows.length)}
      size="xl"
      opened
      onClose={onClose}
      submitLabel={renameWords.apply}
      pending={false}
      disabled={!plan.ok}
      onSubmit={() => {
        if (plan.ok) onApply(plan.value);
      }}
    >
      <Stack gap="sm">
        <Group gap="sm" grow preventGrowOverflow={false}>
          <TextInput
            label={renameWords.dataset}
            value={dataset}
            onChange={(event) => setDataset(event.currentTarget.value)}
          />
          <TextInput
            label={renameWords.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
        </Group>
        {guess !== undefined && (
          <div>
            <Switch
              label={renameWords.takeNumbers}
              checked={isGuessTaken}
              onChange={(event) => setIsGuessTaken(event.currentTarget.checked)}
            />
            <Text size="xs" c="dimmed">
              {renameWords.whatNamesHold(guess.words)}
            </Text>
          </div>
        )}
        <Group gap="sm" grow preventGrowOverflow={false}>
          <NumberField
            label={renameWords.firstSection}
            min={0}
            value={firstSection}
            disabled={isGuessTaken}
            onChange={setFirstSection}
          />
          <NumberField
            label={renameWords.channel}
            min={0}
            value={channel}
            disabled={isChannelGuessed}
            onChange={setChannel}
          />
          <NativeSelect
            label={renameWords.order}
            data={ORDERS}
            value={order}
            disabled={isGuessTaken}
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
            {namingWords.renameProblems[plan.failure]}
          </Text>
        )}
      </Stack>
    </FormDialog>
  );
}

/** An empty field is no number, and not zero. */
function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
