import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { shownName } from '../../domain/names/shownName';
import { Name, PathName } from '../../ui/Name';
import { nameOf, type CheckedRow, type CollisionDecision } from './choice';
import { CollisionChoice } from './CollisionChoice';
import classes from './preflight.module.css';
import { preflightWords } from './preflightWords';

interface ChosenFileCellProps {
  readonly row: CheckedRow;
  readonly tabIndex: 0 | -1;
  readonly onRename: (newName: string) => void;
  readonly onDecide: (decision: CollisionDecision) => void;
}

/** A chosen file's name and key; where something is wrong with them, the reason and the means to put it right. */
export function ChosenFileCell({ row, tabIndex, onRename, onDecide }: ChosenFileCellProps) {
  const canRename = row.problem !== undefined || row.newName !== undefined;
  return (
    <div className={classes.file}>
      {canRename ? (
        <NameField key={nameOf(row)} row={row} tabIndex={tabIndex} onRename={onRename} />
      ) : (
        <span className={classes.name}>
          <Name>{row.file.name}</Name>
        </span>
      )}
      {row.problem !== undefined && <span className={classes.problem}>{row.problem}</span>}
      {row.note !== undefined && <span className={classes.note}>{row.note}</span>}
      <CollisionChoice row={row} tabIndex={tabIndex} onDecide={onDecide} />
      <span className={classes.key}>
        <PathName>{row.key}</PathName>
      </span>
    </div>
  );
}

/** Takes the new name on Enter or when it is left; Escape goes back. */
function NameField({ row, tabIndex, onRename }: Omit<ChosenFileCellProps, 'onDecide'>) {
  const [name, setName] = useState(nameOf(row));
  const commit = () => {
    if (name !== nameOf(row)) onRename(name);
  };
  return (
    <TextInput
      size="xs"
      aria-label={preflightWords.newNameFor(shownName(row.file.name))}
      error={row.problem !== undefined}
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
