import { Checkbox, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import {
  planRenames,
  sortItems,
  type RenameItem,
  type RenameOptions,
  type RenameOrder,
  type RenameProblem,
  type RenameStep,
} from '@data-manager/domain/names/bulkRename';
import { detectPattern, digitsOf, orderPattern } from '@data-manager/domain/names/findPattern';
import { isNamedLikeOther, MAX_CHANNEL, MAX_LAYER, MAX_SECTION } from '@data-manager/domain/names/grammar';
import {
  differingNumbers,
  readNumbers,
  type DigitRole,
  type NumberPattern,
} from '@data-manager/domain/names/numberPattern';
import { nameInText } from '@data-manager/domain/names/shownName';
import { parseWhole } from '@data-manager/lib/parseNumber';
import { Sentence } from '../platform/Sentence';
import { FormDialog } from '../ui/FormDialog';
import { NumberField } from '../ui/NumberField';
import { DigitPicker } from './DigitPicker';
import { RenamePreview, type RenameCollision } from './RenamePreview';

/** Returns the collisions of new names by item id. */
export type FindCollisions = (steps: readonly RenameStep[]) => ReadonlyMap<string, RenameCollision>;

interface BulkRenameDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly items: readonly RenameItem[];
  /** The dataset that the files belong to; empty for a project. */
  readonly dataset: string;
  readonly findCollisions: FindCollisions;
  /** Explains that a file on the server has the new name, and what to do. */
  readonly serverCollisionText: string;
  /** Disables the submit button also while new names collide with files on the server. */
  readonly needsFreeNames?: boolean;
  readonly pending?: boolean;
  /** An error that no toast reports. */
  readonly problem?: string | undefined;
  /** `rule`: how the names were made, for files that appear later. */
  readonly onApply: (steps: readonly RenameStep[], rule: RenameOptions) => void;
  readonly onClose: () => void;
  /** Shown below the new names. */
  readonly children?: ReactNode;
}

const ORDERS: readonly { readonly value: RenameOrder; readonly label: string }[] = [
  { value: 'nameAscending', label: 'Name (A–Z)' },
  { value: 'nameDescending', label: 'Name (Z–A)' },
  { value: 'dateModified', label: 'Date modified' },
];

const PROBLEM_TEXTS: Readonly<Record<RenameProblem, string>> = {
  dataset: 'Enter a dataset name without slashes',
  section: `Section numbers must be between 0 and ${MAX_SECTION}. Check which digits are the section.`,
  layer: `The layer must be between 0 and ${MAX_LAYER}`,
  channel: `The channel must be between 0 and ${MAX_CHANNEL}`,
};

const NO_PATTERN: NumberPattern = { slots: [] };

/** Renames many files to the naming format, with a preview of all new names. */
export function BulkRenameDialog(props: BulkRenameDialogProps) {
  const { dataset: initialDataset, findCollisions, needsFreeNames = false, onApply } = props;
  // A file that is no image gets no image's name, and its own says nothing about those of the images.
  const items = useMemo(() => props.items.filter(({ name }) => !isNamedLikeOther(name)), [props.items]);
  const [dataset, setDataset] = useState(initialDataset);
  const [numbers, setNumbers] = useState<TypedNumbers>({ section: '1', layer: '1', channel: '1' });
  const [order, setOrder] = useState<RenameOrder>('nameAscending');
  const sample = items[0]?.name ?? '';
  const [pattern, setPattern] = useState(() => detectPattern(items.map((item) => item.name)) ?? NO_PATTERN);
  const [usesNumbers, setUsesNumbers] = useState(pattern !== NO_PATTERN);
  const hasChannelZero = useMemo(
    () => items.some((item) => readNumbers(item.name, pattern).channel === 0),
    [items, pattern],
  );
  const ignored = useMemo(() => findIgnored(items, usesNumbers ? pattern : undefined), [items, pattern, usesNumbers]);
  /** The contradiction despite which the user renames the files. */
  const [accepted, setAccepted] = useState<string>();
  const fromNames = new Set(usesNumbers ? pattern.slots.map(({ role }) => role) : []);
  const ordered = useMemo(() => (usesNumbers ? items : sortItems(items, order)), [items, order, usesNumbers]);
  const rule: RenameOptions = {
    dataset,
    firstSection: wholeNumber(numbers.section),
    layer: wholeNumber(numbers.layer),
    channel: wholeNumber(numbers.channel),
    ...(usesNumbers && { pattern, isChannelFromZero: hasChannelZero }),
  };
  const plan = planRenames(ordered, rule);
  const collisions = findCollisions(plan.ok ? plan.value : []);
  const contradiction = ignored ?? findShared(plan.ok ? plan.value : [], collisions);
  const isConsistent = contradiction === undefined || accepted === contradiction;

  return (
    <FormDialog
      title={props.title}
      size="xl"
      onClose={props.onClose}
      submitLabel={props.submitLabel}
      pending={props.pending ?? false}
      problem={props.problem}
      // The status describes what is missing or collides.
      disabledReason={plan.ok && isConsistent && !isColliding(collisions, needsFreeNames) ? undefined : ''}
      onSubmit={() => {
        if (plan.ok) onApply(plan.value, rule);
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Dataset"
          description="New names begin with this. Spaces become underscores."
          value={dataset}
          onChange={(event) => setDataset(event.currentTarget.value)}
          data-autofocus
        />
        {digitsOf(sample).length > 0 && (
          <Switch
            label="Use numbers from file names"
            checked={usesNumbers}
            onChange={(event) => setUsesNumbers(event.currentTarget.checked)}
          />
        )}
        {usesNumbers && <DigitPicker sample={sample} pattern={pattern} onChange={setPattern} />}
        {fromNames.has('channel') && hasChannelZero && (
          <Text size="xs" c="dimmed">
            The names count channels from 0, so 1 is added: channel 0 becomes ch01.
          </Text>
        )}
        <NumberFields
          numbers={numbers}
          order={order}
          fromNames={fromNames}
          usesNumbers={usesNumbers}
          isDated={items.every(({ lastModified }) => lastModified > 0)}
          onChange={(part) => {
            setNumbers({ ...numbers, ...part });
            // Whoever enters a first section wants the files to be renumbered.
            if (part.section !== undefined && fromNames.has('section')) setUsesNumbers(false);
          }}
          onOrder={setOrder}
        />
        {contradiction !== undefined && (
          <div role="alert">
            <Text size="sm" c="var(--app-color-warning)">
              <Sentence>{contradiction}</Sentence>
            </Text>
            <Checkbox
              mt={4}
              label="Rename anyway"
              checked={accepted === contradiction}
              onChange={(event) => setAccepted(event.currentTarget.checked ? contradiction : undefined)}
            />
          </div>
        )}
        {plan.ok ? (
          <RenamePreview steps={plan.value} collisions={collisions} serverCollisionText={props.serverCollisionText} />
        ) : (
          <Text size="sm" role="status" c="var(--mantine-color-error)">
            {PROBLEM_TEXTS[plan.failure]}
          </Text>
        )}
        {props.children}
      </Stack>
    </FormDialog>
  );
}

interface TypedNumbers {
  /** The first section. */
  readonly section: string;
  readonly layer: string;
  readonly channel: string;
}

interface NumberFieldsProps {
  readonly numbers: TypedNumbers;
  readonly order: RenameOrder;
  /** The numbers that the file names contain. */
  readonly fromNames: ReadonlySet<DigitRole>;
  /** The sections come from the file names, so their order does not matter. */
  readonly usesNumbers: boolean;
  /** False if the dates of some files are not known. */
  readonly isDated: boolean;
  readonly onChange: (numbers: Partial<TypedNumbers>) => void;
  readonly onOrder: (order: RenameOrder) => void;
}

/** The numbers that the file names do not contain. The fields of the others say where they come from. */
function NumberFields({ numbers, order, fromNames, usesNumbers, isDated, onChange, onOrder }: NumberFieldsProps) {
  const valueOf = (role: DigitRole) =>
    fromNames.has(role) ? { value: '', placeholder: 'From the names' } : { value: numbers[role] };
  return (
    <Group gap="sm" grow preventGrowOverflow={false}>
      <NumberField
        label="First section"
        min={0}
        max={MAX_SECTION}
        {...valueOf('section')}
        onChange={(section) => onChange({ section })}
      />
      <NumberField
        label="Layer"
        min={0}
        max={MAX_LAYER}
        {...valueOf('layer')}
        disabled={fromNames.has('layer')}
        onChange={(layer) => onChange({ layer })}
      />
      <NumberField
        label="Channel"
        min={0}
        max={MAX_CHANNEL}
        {...valueOf('channel')}
        disabled={fromNames.has('channel')}
        onChange={(channel) => onChange({ channel })}
      />
      <NativeSelect
        label="Order"
        data={ORDERS.filter(({ value }) => isDated || value !== 'dateModified')}
        value={order}
        disabled={usesNumbers}
        onChange={(event) => {
          const chosen = ORDERS.find(({ value }) => value === event.currentTarget.value);
          if (chosen !== undefined) onOrder(chosen.value);
        }}
      />
    </Group>
  );
}

/** Names a number that differs between the names and that the new names leave out. Without a pattern, they count up. */
function findIgnored(items: readonly RenameItem[], pattern: NumberPattern | undefined): string | undefined {
  const names = items.map(({ name }) => name);
  const [ignored] = differingNumbers(names, pattern ?? orderPattern(names));
  const examples = ignored?.examples.map(([name, number]) => `${number || 'none'} in ${nameInText(name)}`);
  return (
    examples &&
    `The new names leave out a number that differs: ${examples.join(', ')}. Use its digits, or rename anyway.`
  );
}

/** Names a place that images in different folders would share. In one folder, their names collide. */
function findShared(steps: readonly RenameStep[], collisions: ReadonlyMap<string, RenameCollision>) {
  const names = steps.map(({ newName }) => newName);
  if (new Set(names).size === names.length || [...collisions.values()].includes('renamed')) return undefined;
  const shared = names.find((name, index) => names.indexOf(name) < index);
  return shared && `Two images in different folders would both become ${nameInText(shared)}.`;
}

/** Two files can't have the same name. A file on the server can be skipped or replaced later. */
function isColliding(collisions: ReadonlyMap<string, RenameCollision>, needsFreeNames: boolean): boolean {
  return needsFreeNames ? collisions.size > 0 : [...collisions.values()].some((collision) => collision !== 'server');
}

/** Returns NaN, for which there is no plan, if the text is not a section, layer or channel. */
function wholeNumber(text: string): number {
  return parseWhole(text, { min: 0, max: MAX_SECTION }) ?? Number.NaN;
}
