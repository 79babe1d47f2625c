import { Button, Text } from '@mantine/core';
import { useMemo, useState, type Dispatch, type ReactNode } from 'react';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { shownName } from '@data-manager/domain/names/shownName';
import type { Card } from '@data-manager/domain/preflight/worklist';
import { counted } from '@data-manager/lib/plural';
import { useFeature } from '../../../api/configuration';
import { WrappedPath } from '../../../ui/Name';
import { ToggleButton } from '../../../ui/ToggleButton';
import { LocalPicture, PicturePair } from '../../../widgets/PicturePair';
import { ProblemCard } from '../../../widgets/ProblemCard';
import type { ChoiceEvent } from '../rows/choice';
import type { CheckedRow } from '../rows/rows';
import { CardFiles } from './Card';
import { describeCard, type CardAction, type CardDescription, type CardFile } from './describeCard';

export interface WorklistCardProps {
  readonly card: Card<CheckedRow>;
  readonly dispatch: Dispatch<ChoiceEvent>;
  /** Opens the dialog that renames files by a rule. */
  readonly onRename: (rows: readonly CheckedRow[]) => void;
  /** Renders the picture of a file on the server. */
  readonly renderPicture: (entry: FileEntry) => ReactNode;
}

/** One kind of problem: its files, the proposal for all of them, and the same decision for each of them. */
export function WorklistCard({ card, dispatch, onRename, renderPicture }: WorklistCardProps) {
  const canRestore = useFeature('files.restoreReplaced');
  const [isEach, setEach] = useState(false);
  const description = useMemo(() => describeCard(card, canRestore), [card, canRestore]);
  const { title, text, isSolved, actions, toRename = [], pairs } = description;
  const hasEach = pairs !== undefined || description.files.length > 1;
  return (
    <ProblemCard
      title={title}
      blocks={card.blocks}
      isSolved={isSolved}
      text={text}
      actions={
        <>
          <Actions actions={actions} dispatch={dispatch} />
          {toRename.length > 0 && (
            <Button size="compact-xs" onClick={() => onRename(toRename)}>
              {`Rename ${counted(toRename.length, 'file')}…`}
            </Button>
          )}
          {hasEach && (
            <ToggleButton
              pressed={isEach}
              label={`${eachLabel(description)}: ${title}`}
              onClick={() => setEach(!isEach)}
            >
              {eachLabel(description)}
            </ToggleButton>
          )}
        </>
      }
    >
      <Files {...{ description, dispatch, renderPicture, isEach: isEach && hasEach }} />
    </ProblemCard>
  );
}

function eachLabel({ pairs }: CardDescription): string {
  return pairs === undefined ? 'One by one' : 'Compare';
}

interface FilesProps extends Pick<WorklistCardProps, 'dispatch' | 'renderPicture'> {
  readonly description: CardDescription;
  /** Each file has its own buttons. */
  readonly isEach: boolean;
}

function Files({ description: { title, files, pairs }, dispatch, renderPicture, isEach }: FilesProps) {
  const list = { label: title, isLong: isEach };
  const actionsOf = ({ name, actions }: CardFile) =>
    isEach && <Actions actions={actions} dispatch={dispatch} name={name} />;
  if (pairs === undefined) {
    return (
      <CardFiles {...list} rows={files} idOf={({ id }) => id}>
        {(file) => (
          <>
            <Text span inherit {...(file.isLeftOut === true && { td: 'line-through' })}>
              <WrappedPath>{file.name}</WrappedPath>
            </Text>
            {file.newName !== undefined && (
              <>
                <span aria-hidden>→</span>
                <WrappedPath>{file.newName}</WrappedPath>
              </>
            )}
            {file.note !== undefined && <span>{file.note}</span>}
            {actionsOf(file)}
          </>
        )}
      </CardFiles>
    );
  }
  return (
    <CardFiles {...list} rows={pairs} idOf={({ place, files: [first] }) => `${place} ${first?.id ?? ''}`}>
      {(pair) => (
        <PicturePair
          label={pair.place}
          {...(isEach && { size: 'page' })}
          pictures={pair.files.map((file) => ({
            id: file.id,
            picture:
              file.picture instanceof File ? <LocalPicture file={file.picture} /> : pictureOf(file, renderPicture),
            title: <WrappedPath>{file.name}</WrappedPath>,
            note: (
              <>
                <span translate="no">{file.note}</span> {actionsOf(file)}
              </>
            ),
            isLeftOut: file.isLeftOut === true,
          }))}
        />
      )}
    </CardFiles>
  );
}

function pictureOf({ picture }: CardFile, renderPicture: FilesProps['renderPicture']): ReactNode {
  return picture === undefined || picture instanceof File ? null : renderPicture(picture);
}

interface ActionsProps extends Pick<WorklistCardProps, 'dispatch'> {
  readonly actions: readonly CardAction[];
  /** The file that they are about; absent if they are about all files of the card. */
  readonly name?: string;
}

function Actions({ actions, name, dispatch }: ActionsProps) {
  return actions.map(({ label, isPressed, isProposed = false, event }) => {
    const onClick = () => dispatch(event);
    const fullLabel = name === undefined ? undefined : `${label}: ${shownName(name)}`;
    return isPressed === undefined ? (
      <Button
        key={label}
        size="compact-xs"
        variant={isProposed ? 'filled' : 'default'}
        aria-label={fullLabel}
        onClick={onClick}
      >
        {label}
      </Button>
    ) : (
      <ToggleButton
        key={label}
        pressed={isPressed}
        isProposed={isProposed}
        {...(fullLabel !== undefined && { label: fullLabel })}
        onClick={onClick}
      >
        {label}
      </ToggleButton>
    );
  });
}
