import { Button, Group, Text, TextInput } from '@mantine/core';
import { createContext, use, useState, useTransition, type Dispatch, type ReactNode } from 'react';
import { fileDateText } from '@data-manager/domain/listing/fileDate';
import { repairedName } from '@data-manager/domain/names/nameTrouble';
import { shownName } from '@data-manager/domain/names/shownName';
import type { RowKind } from '@data-manager/domain/preflight/rowKinds';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { Sentence } from '../../../platform/Sentence';
import { WrappedPath } from '../../../ui/Name';
import { ToggleButton } from '../../../ui/ToggleButton';
import classes from '../preflight.module.css';
import type { ChoiceEvent } from './choice';
import { nameOf, type CheckedRow, type CollisionDecision, type KeyedRow } from './rows';
import { findingText, markText } from './rowTexts';

/** Returns the finding that would block a file under another name. */
export type ValidateName = (row: KeyedRow, name: string) => RowKind | undefined;

interface Cells {
  readonly dispatch: Dispatch<ChoiceEvent>;
  /** A name that is being typed, so that the row's mark can show its problem. */
  readonly typed: { readonly id: string; readonly name: string } | undefined;
  readonly setTyped: (typed: Cells['typed']) => void;
  readonly validateName: ValidateName;
}

/** Read by single cells, so that typing does not render the table, and the columns stay the same. */
export const CellsContext = createContext<Cells>({
  dispatch: () => undefined,
  typed: undefined,
  setTyped: () => undefined,
  validateName: () => undefined,
});

export interface CellProps {
  readonly row: CheckedRow;
  readonly tabIndex: 0 | -1;
}

/** The file's name; a field if the name has a problem or has been changed. */
export function NameCell({ row, tabIndex }: CellProps) {
  if (canRename(row)) return <NameField row={row} tabIndex={tabIndex} />;
  return (
    <span title={shownName(row.path)}>
      <WrappedPath>{row.path}</WrappedPath>
    </span>
  );
}

/** Files on the server are left out or replaced; renaming one of them is rare. */
function canRename({ problem, newName, onServer, isNoImage }: CheckedRow): boolean {
  return (
    newName !== undefined || isNoImage || (problem !== undefined && (problem !== 'undecided' || onServer === undefined))
  );
}

/** A name that is being typed. It is shown until another control renames the file. */
interface NameEdit {
  readonly text: string;
  /** The file's name meanwhile: the latest one that has been applied. */
  readonly fileName: string;
}

/**
 * Applies a valid name as it is typed, because a click on a disabled `Upload` does not take the focus in all browsers, and any
 * name on Enter or blur. Escape restores the name that the field had when it got the focus.
 */
function NameField({ row, tabIndex }: CellProps) {
  const { dispatch, setTyped, validateName } = use(CellsContext);
  const given = nameOf(row);
  const [before, setBefore] = useState(given);
  const [edit, setEdit] = useState<NameEdit>();
  const [isPending, startRenaming] = useTransition();
  // Otherwise another control has renamed the file.
  const isCurrent = edit !== undefined && (isPending || edit.fileName === given);
  const name = isCurrent ? edit.text : given;
  const fileName = isCurrent ? edit.fileName : given;
  const isTyped = name !== given;
  const apply = (next: string) => {
    setEdit({ text: next, fileName: next.trim() === '' ? row.file.name : next.trim() });
    startRenaming(() => dispatch({ type: 'renamed', id: row.id, newName: next }));
  };
  const change = (next: string) => {
    setEdit({ text: next, fileName });
    setTyped(next === given ? undefined : { id: row.id, name: next });
    if (next !== given && validateName(row, next) === undefined) apply(next);
  };
  const commit = () => {
    setTyped(undefined);
    if (isTyped) apply(name);
  };
  const restore = () => {
    setEdit(undefined);
    setTyped(undefined);
    if (before !== fileName) apply(before);
  };
  return (
    <TextInput
      size="xs"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      dir="ltr"
      aria-label={`New name for ${shownName(row.file.name)}`}
      error={(isTyped ? validateName(row, name) : row.problem) !== undefined}
      value={name}
      tabIndex={tabIndex}
      spellCheck={false}
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={() => setBefore(given)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
        else if (key === 'Escape') restore();
      }}
    />
  );
}

/** The finding about a file in a few words, with the controls that resolve it. */
export function StatusCell({ row, tabIndex }: CellProps) {
  const { dispatch, typed, validateName } = use(CellsContext);
  if (typed?.id === row.id) {
    const problem = validateName(row, typed.name);
    return (
      <Finding role="status" colour={problem === undefined ? 'valid' : 'problem'}>
        <Sentence>{problem === undefined ? 'Valid name' : markText(problem, { ...row, newName: typed.name })}</Sentence>
      </Finding>
    );
  }
  const kind = row.problem ?? row.note;
  if (kind === undefined) return null;
  const isDecidable = row.onServer !== undefined && !row.isNoImage;
  const isOnlyDecidable =
    isDecidable && row.isLeftOut !== true && (kind === 'undecided' || kind === 'leftOut' || kind === 'replacing');
  const suggestion = kind === 'invalid' ? repairedName(nameOf(row)) : undefined;
  return (
    <Group component="span" gap="0 0.375rem">
      {isDecidable && <CollisionControls row={row} tabIndex={tabIndex} />}
      {!isOnlyDecidable && (
        <Finding
          colour={row.problem !== undefined || kind === 'unreadable' ? 'problem' : 'note'}
          title={findingText(kind)}
        >
          <Sentence>{markText(kind, row)}</Sentence>
        </Finding>
      )}
      {suggestion !== undefined && (
        <Button
          size="compact-xs"
          tabIndex={tabIndex}
          title={`Rename to ${suggestion}`}
          aria-label={`Fix name of ${shownName(row.file.name)}`}
          onClick={() => dispatch({ type: 'renamed', id: row.id, newName: suggestion })}
        >
          Fix name
        </Button>
      )}
    </Group>
  );
}

interface FindingProps {
  readonly colour: keyof typeof COLOURS;
  readonly title?: string;
  readonly role?: 'status';
  readonly children: ReactNode;
}

const COLOURS = { problem: 'var(--mantine-color-error)', note: 'dimmed', valid: 'var(--app-color-success)' } as const;

/** A few words that wrap instead of being cut. */
function Finding({ colour, ...props }: FindingProps) {
  return <Text span size="xs" lh={1.3} c={COLOURS[colour]} className={classes.finding ?? ''} {...props} />;
}

/** Leaves out or replaces a file that is already on the server. */
function CollisionControls({ row, tabIndex }: CellProps) {
  const { dispatch } = use(CellsContext);
  if (row.onServer === undefined) return null;
  const { size, modified, lastModified } = row.onServer;
  const isDated = modified !== undefined || lastModified !== undefined;
  const text = `On the server: ${[formatBytes(size), ...(isDated ? [fileDateText(row.onServer)] : [])].join(', ')}`;
  const button = (decision: CollisionDecision, label: 'Leave out' | 'Replace') => (
    <ToggleButton
      pressed={row.decision === decision}
      label={`${label} ${shownName(row.file.name)}`}
      tabIndex={tabIndex}
      onClick={() => dispatch({ type: 'decided', ids: [row.id], decision })}
    >
      {label}
    </ToggleButton>
  );
  return (
    <>
      {button('leaveOut', 'Leave out')}
      {button('replace', 'Replace')}
      <Finding colour={row.decision === undefined ? 'problem' : 'note'} title={text}>
        {text}
      </Finding>
    </>
  );
}
