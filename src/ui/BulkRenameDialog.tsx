import { Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { MAX_CHANNEL, MAX_SECTION } from '../domain/constants';
import {
  findRenameWarnings,
  planRenames,
  sortItems,
  type RenameItem,
  type RenameOptions,
  type RenameOrder,
  type RenameProblem,
  type RenameStep,
} from '../domain/names/bulkRename';
import {
  detectPattern,
  digitsOf,
  readNumbers,
  type DigitRole,
  type NumberPattern,
} from '../domain/names/numberPattern';
import { shownName } from '../domain/names/shownName';
import { compareNatural } from '../lib/compareNatural';
import { formatCount } from '../lib/formatNumber';
import { parseWhole } from '../lib/parseNumber';
import { counted } from '../lib/plural';
import classes from './BulkRename.module.css';
import { DataGrid } from './DataGrid';
import { DigitPicker } from './DigitPicker';
import { FormDialog } from './FormDialog';
import type { GridColumn } from './gridColumn';
import { Name } from './Name';
import { NumberField } from './NumberField';

/**
 * The owner of the name that a new name collides with: another new name, another chosen file, or a file on the server.
 */
export type RenameCollision = 'renamed' | 'chosen' | 'server';

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
  /** Disables the submit button while there are collisions. */
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
  section: 'Section numbers must be between 0 and 999999. Check which digits are the section.',
  layer: 'The layer must be between 0 and 99',
  channel: 'The channel must be between 0 and 99',
};

const NO_PATTERN: NumberPattern = { slots: [] };

/** Renames many files to the naming format, with a preview of all new names. */
export function BulkRenameDialog(props: BulkRenameDialogProps) {
  const { items, dataset: initialDataset, findCollisions, needsFreeNames = false, onApply } = props;
  const [dataset, setDataset] = useState(initialDataset);
  const [firstSection, setFirstSection] = useState('1');
  const [layer, setLayer] = useState('1');
  const [channel, setChannel] = useState('1');
  const [order, setOrder] = useState<RenameOrder>('nameAscending');
  const [usesNumbers, setUsesNumbers] = useState(false);

  const sample = items[0]?.name ?? '';
  const [pattern, setPattern] = useState(() => detectPattern(items.map((item) => item.name)) ?? NO_PATTERN);
  const channels = useMemo(() => items.map((item) => readNumbers(item.name, pattern).channel), [items, pattern]);
  const hasChannelZero = channels.includes(0);
  const has = (role: DigitRole) => usesNumbers && pattern.slots.some((slot) => slot.role === role);
  const ordered = useMemo(() => (usesNumbers ? items : sortItems(items, order)), [items, order, usesNumbers]);
  const rule = useMemo(
    (): RenameOptions => ({
      dataset,
      firstSection: wholeNumber(firstSection),
      layer: wholeNumber(layer),
      channel: wholeNumber(channel),
      ...(usesNumbers && { pattern, isChannelFromZero: hasChannelZero }),
    }),
    [dataset, firstSection, layer, channel, usesNumbers, pattern, hasChannelZero],
  );
  const plan = useMemo(() => planRenames(ordered, rule), [ordered, rule]);
  const collisions = useMemo(() => findCollisions(plan.ok ? plan.value : []), [plan, findCollisions]);

  return (
    <FormDialog
      title={props.title}
      size="xl"
      opened
      onClose={props.onClose}
      submitLabel={props.submitLabel}
      pending={props.pending ?? false}
      problem={props.problem}
      // The status describes what is missing or collides.
      disabledReason={plan.ok && (!needsFreeNames || collisions.size === 0) ? undefined : ''}
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
        {has('channel') && hasChannelZero && (
          <Text size="xs" c="dimmed">
            The names count channels from 0, so 1 is added: channel 0 becomes ch01.
          </Text>
        )}
        <Group gap="sm" grow preventGrowOverflow={false}>
          <NumberField
            label="First section"
            min={0}
            max={MAX_SECTION}
            value={firstSection}
            disabled={usesNumbers}
            onChange={setFirstSection}
          />
          <NumberField
            label="Layer"
            min={0}
            max={MAX_CHANNEL}
            value={layer}
            disabled={has('layer')}
            onChange={setLayer}
          />
          <NumberField
            label="Channel"
            min={0}
            max={MAX_CHANNEL}
            value={channel}
            disabled={has('channel')}
            onChange={setChannel}
          />
          <NativeSelect
            label="Order"
            data={ORDERS}
            value={order}
            disabled={usesNumbers}
            onChange={(event) => {
              const chosen = ORDERS.find(({ value }) => value === event.currentTarget.value);
              if (chosen !== undefined) setOrder(chosen.value);
            }}
          />
        </Group>
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

/** Returns NaN, for which there is no plan, if the text is not a section, layer or channel. */
function wholeNumber(text: string): number {
  return parseWhole(text, { min: 0, max: MAX_SECTION }) ?? Number.NaN;
}

interface RenamePreviewProps {
  readonly steps: readonly RenameStep[];
  /** By item id. */
  readonly collisions: ReadonlyMap<string, RenameCollision>;
  readonly serverCollisionText: string;
}

interface PreviewRow extends RenameStep {
  /** Describes the collision of the new name. */
  readonly problem: string | undefined;
}

const PREVIEW_COLUMNS: readonly GridColumn<PreviewRow>[] = [
  {
    id: 'old',
    header: 'Old name',
    compare: (left, right) => compareNatural(left.oldName, right.oldName),
    cell: (row) => (
      <span className={classes.name}>
        <Name>{row.oldName}</Name>
      </span>
    ),
  },
  {
    id: 'new',
    header: 'New name',
    compare: (left, right) => compareNatural(left.newName, right.newName),
    cell: (row) => (
      <span>
        <span className={classes.name}>
          <Name>{row.newName}</Name>
        </span>
        {row.problem !== undefined && <span className={classes.problem}>{row.problem}</span>}
      </span>
    ),
  },
];

/** The old and new names. Collisions come first. */
function RenamePreview({ steps, collisions, serverCollisionText }: RenamePreviewProps) {
  const rows = useMemo(() => {
    const texts = { ...COLLISION_TEXTS, server: serverCollisionText };
    const problemOf = (collision: RenameCollision | undefined) => collision && texts[collision];
    return steps.map((step) => ({ ...step, problem: problemOf(collisions.get(step.id)) }));
  }, [steps, collisions, serverCollisionText]);
  return (
    <>
      <Warnings steps={steps} />
      {collisions.size > 0 && (
        <Text size="sm" role="alert">
          {collisionSummary(collisions)}
        </Text>
      )}
      <div className={classes.preview}>
        <DataGrid
          label="New names"
          columns={PREVIEW_COLUMNS}
          rows={rows}
          rowId={idOf}
          rowName={oldNameOf}
          groupOf={collidingFirst}
          isInvalid={isColliding}
          empty={null}
        />
      </div>
    </>
  );
}

/** Warns of new names that are valid but probably not what the user wants. */
function Warnings({ steps }: { readonly steps: readonly RenameStep[] }) {
  const { gaps, withoutOme } = useMemo(() => findRenameWarnings(steps), [steps]);
  return (
    <>
      {gaps !== undefined && (
        <Text size="sm" role="alert" c="var(--app-color-warning)">
          {`${formatCount(gaps.missing)} of the sections ${gaps.first}–${gaps.last} would be missing. Check which digits are the section.`}
        </Text>
      )}
      {withoutOme > 0 && (
        <Text size="xs" c="dimmed">
          {`${counted(withoutOme, 'name')} will end in .tif instead of .ome.tif. OME metadata stays inside the files.`}
        </Text>
      )}
    </>
  );
}

function idOf(row: PreviewRow): string {
  return row.id;
}

function oldNameOf(row: PreviewRow): string {
  return shownName(row.oldName);
}

function isColliding(row: PreviewRow): boolean {
  return row.problem !== undefined;
}

function collidingFirst(row: PreviewRow): number {
  return isColliding(row) ? 0 : 1;
}

const COLLISION_TEXTS = {
  renamed: 'Another file gets the same new name',
  chosen: 'Another chosen file already has this name',
} as const;

const COLLISION_EFFECTS: Readonly<Record<RenameCollision, string>> = {
  renamed: 'would get the same new name',
  chosen: 'would get the name of another chosen file',
  server: 'would get the name of a file on the server',
};

/** Summarizes collisions: `2 files would get the same new name · 1 file would get the name of a file on the server`. */
export function collisionSummary(collisions: ReadonlyMap<string, RenameCollision>): string {
  const counts = new Map<RenameCollision, number>();
  for (const collision of collisions.values()) counts.set(collision, (counts.get(collision) ?? 0) + 1);
  return [...counts]
    .map(([collision, count]) => `${counted(count, 'file')} ${COLLISION_EFFECTS[collision]}`)
    .join(' · ');
}
