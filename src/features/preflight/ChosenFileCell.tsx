import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { nameOf, type CheckedRow } from './choice';
import classes from './preflight.module.css';

interface ChosenFileCellProps {
  readonly row: CheckedRow;
  readonly tabIndex: 0 | -1;
  readonly onRename: (newName: string) => void;
}

/** A chosen file's name and key; where the name is wrong, the reason and a field to put it right. */
export function ChosenFileCell({ row, tabIndex, onRename }: ChosenFileCellProps) {
  const canRename = row.problem !== undefined || row.newName !== undefined;
  return (
    <div className={classes.file}>
      {canRename ? (
        <NameField key={nameOf(row)} row={row} tabIndex={tabIndex} onRename={onRename} />
      ) : (
        <span className={classes.name}>{row.file.name}</span>
      )}
      {row.problem !== undefined && <span className={classes.problem}>{row.problem}</span>}
      {row.note !== undefined && <span className={classes.note}>{row.note}</span>}
      <span className={classes.key}>{row.key}</span>
    </div>
  );
}

/** Takes the new name on Enter or when it is left; Escape goes back. */
function NameField({ row, tabIndex, onRename }: ChosenFileCellProps) {
  const [name, setName] = useState(nameOf(row));
  const commit = () => {
    if (name !== nameOf(row)) onRename(name);
  };
  return (
    <TextInput
      size="xs"
      aria-label={`New name for ${row.file.name}`}
      aria-invalid={row.problem !== undefined}
      value={name}
      tabIndex={tabIndex}
      spellCheck={false}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setName(nameOf(row));
      }}
    />
  );
}
