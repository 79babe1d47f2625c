import { Button, TextInput } from '@mantine/core';
import { createContext, use, useState, useTransition } from 'react';
import { repairedName } from '@data-manager/domain/names/nameTrouble';
import { shownName } from '@data-manager/domain/names/shownName';
import type { RowKind } from '@data-manager/domain/preflight/rowKinds';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatTime } from '@data-manager/lib/formatTime';
import { FileName } from '../../ui/Name';
import { ToggleButton } from '../../ui/ToggleButton';
import classes from './preflight.module.css';
import { nameOf, type CheckedRow, type CollisionDecision, type KeyedRow } from './rows';
import { findingText, markText } from './rowTexts';

/** Returns the finding that would block a file under another name. */
export type ValidateName = (row: KeyedRow, name: string) => RowKind | undefined;

/** A name that is being typed, so that the row's mark can show its problem. */
interface TypedName {
  readonly typed: { readonly id: string; readonly name: string } | undefined;
  readonly setTyped: (typed: TypedName['typed']) => void;
  readonly validateName: ValidateName;
}

/** Read by single cells, so that typing does not render the table. */
export const TypedNameContext = createContext<TypedName>({
  typed: undefined,
  setTyped: () => undefined,
  validateName: () => undefined,
});

interface CellProps {
  readonly row: CheckedRow;
  readonly tabIndex: 0 | -1;
}

/** The file's name; a field if the name has a problem or has been changed. */
export function NameCell({ row, tabIndex, onRename }: CellProps & { readonly onRename: (newName: string) => void }) {
  if (!canRename(row)) {
    return (
      <span className={classes.name} title={shownName(nameOf(row))}>
        <FileName>{nameOf(row)}</FileName>
      </span>
    );
  }
  return <NameField row={row} tabIndex={tabIndex} onRename={onRename} />;
}

/** Files on the server are skipped or replaced; renaming one of them is rare. */
function canRename({ problem, newName, onServer }: CheckedRow): boolean {
  return newName !== undefined || (problem !== undefined && (problem !== 'undecided' || onServer === undefined));
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
function NameField({ row, tabIndex, onRename }: CellProps & { readonly onRename: (newName: string) => void }) {
  const { setTyped, validateName } = use(TypedNameContext);
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
    startRenaming(() => onRename(next));
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
  return (
    <TextInput
      size="xs"
      className={classes.field ?? ''}
      dir="ltr"
      aria-label={`New name for ${shownName(row.file.name)}`}
      error={(isTyped ? validateName(row, name) : row.problem) !== undefined}
      value={name}
      tabIndex={tabIndex}
      spellCheck={false}
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={() => setBefore(given)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') {
          setEdit(undefined);
          setTyped(undefined);
          if (before !== fileName) apply(before);
        }
      }}
    />
  );
}

interface StatusCellProps extends CellProps {
  readonly onRename: (newName: string) => void;
  readonly onDecide: (decision: CollisionDecision) => void;
}

/** The finding about a file in a few words, with the controls that resolve it. */
export function StatusCell({ row, tabIndex, onRename, onDecide }: StatusCellProps) {
  const { typed, validateName } = use(TypedNameContext);
  if (typed?.id === row.id) return <TypedMark kind={validateName(row, typed.name)} row={row} name={typed.name} />;
  const kind = row.problem ?? row.note;
  if (kind === undefined) return null;
  const isDecidable = row.onServer !== undefined;
  const isOnlyDecidable =
    isDecidable && row.isLeftOut !== true && (kind === 'undecided' || kind === 'skipped' || kind === 'replacing');
  const suggestion = kind === 'invalid' ? repairedName(nameOf(row)) : undefined;
  return (
    <span className={classes.status}>
      {isDecidable && <CollisionControls row={row} tabIndex={tabIndex} onDecide={onDecide} />}
      {!isOnlyDecidable && <Mark kind={kind} row={row} isProblem={row.problem !== undefined} />}
      {suggestion !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          tabIndex={tabIndex}
          title={`Rename to ${suggestion}`}
          aria-label={`Fix name of ${shownName(row.file.name)}`}
          onClick={() => onRename(suggestion)}
        >
          Fix name
        </Button>
      )}
    </span>
  );
}

interface MarkProps {
  readonly kind: RowKind;
  readonly row: CheckedRow;
  readonly isProblem: boolean;
}

function Mark({ kind, row, isProblem }: MarkProps) {
  return (
    <span className={isProblem || kind === 'unreadable' ? classes.problem : classes.note} title={findingText(kind)}>
      {markText(kind, row)}
    </span>
  );
}

interface TypedMarkProps {
  readonly kind: RowKind | undefined;
  readonly row: CheckedRow;
  readonly name: string;
}

/** Shows the problem of a name while it is being typed. */
function TypedMark({ kind, row, name }: TypedMarkProps) {
  return (
    <span role="status" className={kind === undefined ? classes.valid : classes.problem}>
      {kind === undefined ? 'Valid name' : markText(kind, { ...row, newName: name })}
    </span>
  );
}

/** Skips or replaces a file that is already on the server. */
function CollisionControls({ row, tabIndex, onDecide }: Omit<StatusCellProps, 'onRename'>) {
  if (row.onServer === undefined) return null;
  const { size, lastModified } = row.onServer;
  const text = `On the server: ${[formatBytes(size), ...(lastModified ? [formatTime(lastModified)] : [])].join(', ')}`;
  const button = (decision: CollisionDecision, label: 'Skip' | 'Replace') => (
    <ToggleButton
      pressed={row.decision === decision}
      label={`${label} ${shownName(row.file.name)}`}
      tabIndex={tabIndex}
      onClick={() => onDecide(decision)}
    >
      {label}
    </ToggleButton>
  );
  return (
    <>
      {button('skip', 'Skip')}
      {button('replace', 'Replace')}
      <span className={row.decision === undefined ? classes.problem : classes.note} title={text}>
        {text}
      </span>
    </>
  );
}
