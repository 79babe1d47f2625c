import { Button, Flex, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Follow, SetAsideFile, SetAsideFix } from '@data-manager/domain/follow/follow';
import { setAsideText } from '@data-manager/domain/follow/setAsideText';
import { REASON_TRAITS } from '@data-manager/domain/follow/takeFollowed';
import { parseFileName } from '@data-manager/domain/names/grammar';
import { shownName } from '@data-manager/domain/names/shownName';
import { counted } from '@data-manager/lib/plural';
import { Sentence } from '../../platform/Sentence';
import { setAsideFixRequested } from '../../transfers/follows/followsSlice';
import { PathName } from '../../ui/Name';
import classes from './TransfersPanel.module.css';

/** Files that are listed. */
const LISTED = 20;

/** The files of a followed folder that are not uploaded until the user decides, with the actions for each. */
export function SetAsideFiles({ follow: { id, setAside, setAsideCount } }: { readonly follow: Follow }) {
  const rows = new Map([...new Map(setAside.map((file) => [rowOf(file), file]))].slice(0, LISTED));
  const hidden = setAsideCount - setAside.filter((file) => rows.has(rowOf(file))).length;
  return (
    <div className={classes.setAside}>
      <Text size="xs">{`${counted(setAsideCount, 'file')} set aside`}</Text>
      <Text component="ul" inherit style={{ listStyle: 'none' }} aria-label="Files set aside">
        {[...rows].map(([key, file]) => (
          <SetAsideRow key={key} followId={id} file={file} />
        ))}
      </Text>
      {hidden > 0 && <Text size="xs">{counted(hidden, 'more file')}</Text>}
    </div>
  );
}

/** The images of another dataset share a row. */
function rowOf({ path, name, reason }: SetAsideFile): string {
  return reason.kind === 'foreign' ? reason.prefix : `${path} ${name}`;
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
  const { upload, isRenamable } = REASON_TRAITS[reason.kind];
  const [subject, shown] =
    reason.kind === 'foreign'
      ? [`files named for ${shownName(reason.prefix)}`, `${reason.prefix}_…`]
      : [shownName(name), path];
  return (
    <Flex component="li" wrap="wrap" align="center" gap="0.25rem 0.5rem" py="0.25rem">
      <Flex component="span" flex="1 1 10rem" direction="column" miw={0} fz="xs">
        <Text span inherit truncate ff="monospace" title={shownName(shown)}>
          <PathName>{shown}</PathName>
        </Text>
        <Text component="span" inherit c="var(--mantine-color-error)">
          <Sentence>{setAsideText(reason)}</Sentence>
        </Text>
      </Flex>
      {isRenamable && (
        <>
          <TextInput
            size="xs"
            flex="2 1 12rem"
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            dir="ltr"
            aria-label={`New name for ${shownName(name)}`}
            error={newName !== name && !isValid}
            value={newName}
            spellCheck={false}
            onChange={(event) => setNewName(event.currentTarget.value)}
            onKeyDown={({ key }) => {
              if (key === 'Enter') rename();
            }}
          />
          <Button size="compact-xs" disabled={!isValid} aria-label={`Rename ${shownName(name)}`} onClick={rename}>
            Rename
          </Button>
        </>
      )}
      {upload !== undefined && (
        <Button size="compact-xs" aria-label={`${upload}: ${subject}`} onClick={() => fix({ kind: 'upload' })}>
          {upload}
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={`Leave out: ${subject}`}
        onClick={() => fix({ kind: 'skip' })}
      >
        Leave out
      </Button>
    </Flex>
  );
}
