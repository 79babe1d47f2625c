import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Follow, SetAsideFile, SetAsideFix } from '@data-manager/domain/follow/follow';
import { mayUploadAnyway } from '@data-manager/domain/follow/followedFiles';
import { damageText } from '@data-manager/domain/listing/fileListing';
import { parseFileName } from '@data-manager/domain/names/grammar';
import { shownName } from '@data-manager/domain/names/shownName';
import { counted } from '@data-manager/lib/plural';
import { setAsideFixRequested } from '../../transfers/follows/followsSlice';
import { PathName } from '../../ui/Name';
import classes from './SetAsideFiles.module.css';
import panelClasses from './TransfersPanel.module.css';

/** Files that are listed. */
const LISTED = 20;

/** The files of a followed folder that are not uploaded until the user decides, with the actions for each. */
export function SetAsideFiles({ follow: { id, setAside, setAsideCount } }: { readonly follow: Follow }) {
  const hidden = setAsideCount - Math.min(LISTED, setAside.length);
  return (
    <div className={panelClasses.setAside}>
      <Text size="xs">{`${counted(setAsideCount, 'file')} set aside`}</Text>
      <ul className={classes.decisions} aria-label="Files set aside">
        {setAside.slice(0, LISTED).map((file) => (
          <SetAsideRow key={`${file.path} ${file.name}`} followId={id} file={file} />
        ))}
      </ul>
      {hidden > 0 && <Text size="xs">{counted(hidden, 'more file')}</Text>}
    </div>
  );
}

interface SetAsideRowProps {
  readonly followId: string;
  readonly file: SetAsideFile;
}

function SetAsideRow({ followId, file: { path, name, reason } }: SetAsideRowProps) {
  const dispatch = useDispatch();
  const [newName, setNewName] = useState(name);
  const fix = (chosen: SetAsideFix) => dispatch(setAsideFixRequested({ id: followId, path, fix: chosen }));
  const isValid = newName !== name && parseFileName(newName) !== undefined;
  const rename = () => {
    if (isValid) fix({ kind: 'rename', newName });
  };
  const upload = uploadLabel(reason);
  return (
    <li className={classes.decision}>
      <span className={classes.decisionFile}>
        <span className={classes.decisionPath} title={shownName(path)}>
          <PathName>{path}</PathName>
        </span>
        <span className={classes.reason}>{reasonText(reason)}</span>
      </span>
      {isRenamable(reason) && (
        <>
          <TextInput
            size="xs"
            className={classes.newName ?? ''}
            dir="ltr"
            aria-label={`New name for ${shownName(name)}`}
            error={newName !== name && !isValid}
            value={newName}
            spellCheck={false}
            onChange={(event) => setNewName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') rename();
            }}
          />
          <Button
            size="compact-xs"
            variant="default"
            disabled={!isValid}
            aria-label={`Rename ${shownName(name)}`}
            onClick={rename}
          >
            Rename
          </Button>
        </>
      )}
      {upload !== undefined && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${upload}: ${shownName(name)}`}
          onClick={() => fix({ kind: 'upload' })}
        >
          {upload}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={`Skip: ${shownName(name)}`}
        onClick={() => fix({ kind: 'skip' })}
      >
        Skip
      </Button>
    </li>
  );
}

function reasonText(reason: SetAsideFile['reason']): string {
  switch (reason.kind) {
    case 'invalid-name':
      return 'Invalid name';
    case 'beyond-total':
      return 'Above the total sections';
    case 'unstorable':
      return 'Not a valid storage name';
    case 'too-large':
      return 'Too large';
    case 'duplicate':
      return `Same name as ${shownName(reason.path)}`;
    case 'on-server':
      return 'Already on the server';
    case 'content':
      return damageText(reason.problem);
    case 'unreadable':
      return 'Could not be opened';
    case 'changed':
      return 'Changed after it was uploaded';
    case 'renamed':
      return `Uploaded before as ${shownName(reason.path)}`;
    case 'cancelled':
      return 'Cancelled';
  }
}

function isRenamable({ kind }: SetAsideFile['reason']): boolean {
  return kind === 'invalid-name' || kind === 'beyond-total' || kind === 'unstorable' || kind === 'duplicate';
}

/** Labels the button that uploads the file despite the reason; undefined if that is impossible. */
function uploadLabel(reason: SetAsideFile['reason']): string | undefined {
  if (!mayUploadAnyway(reason)) return undefined;
  if (reason.kind === 'on-server' || reason.kind === 'changed') return 'Replace';
  return reason.kind === 'unreadable' ? 'Try again' : 'Upload anyway';
}
