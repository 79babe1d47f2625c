import { Button, Group, Text } from '@mantine/core';
import type { ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import type { RowState } from '@data-manager/domain/compare/comparisonOutcome';
import { fileDateText } from '@data-manager/domain/listing/fileDate';
import { imageProblemText, type ImageProblem } from '@data-manager/domain/listing/fileListing';
import { shownName } from '@data-manager/domain/names/shownName';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatTime } from '@data-manager/lib/formatTime';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { ToggleButton } from '../../ui/ToggleButton';
import { LocalPicture, PicturePair } from '../../widgets/PicturePair';
import { useDecisions } from './decisions';

const REPLACE_LABELS: Readonly<Record<RowState, string>> = {
  kept: 'Replace on the server',
  arriving: 'Being replaced…',
  failed: 'Not replaced: see Uploads below',
  arrived: 'Replaced on the server',
};

interface DifferentFileProps {
  readonly file: ComparedFile;
  readonly tabIndex: 0 | -1;
}

/** Both pictures of a file that differs, and the choice between them. */
export function DifferentFile({ file, tabIndex }: DifferentFileProps) {
  const { states, damaged, localFile, renderPicture } = useDecisions();
  const problem = damaged.get(file.key);
  const state = states.get(file.key);
  const { local, server } = file;
  const name = shownName(lastSegment(file.key));
  const onDisk = localFile(file);
  if (local === undefined || server === undefined) return null;
  return (
    <PicturePair
      size="row"
      label={name}
      pictures={[
        {
          id: 'folder',
          picture: onDisk && <LocalPicture file={onDisk} />,
          title: 'In the folder',
          note: <Facts size={local.size} time={formatTime(local.lastModified)} problem={problem} />,
          isLeftOut: state === 'kept',
        },
        {
          id: 'server',
          picture: renderPicture(server),
          title: 'On the server',
          note: <Facts size={server.size} time={fileDateText(server)} />,
          isLeftOut: state === 'arriving' || state === 'arrived',
        },
      ]}
    >
      <Choice file={file} name={name} state={state} tabIndex={tabIndex} />
    </PicturePair>
  );
}

interface FactsProps {
  readonly size: number;
  readonly time: string;
  readonly problem?: ImageProblem | undefined;
}

function Facts({ size, time, problem }: FactsProps) {
  return (
    <>
      <div translate="no">{time}</div>
      <div translate="no">{formatBytes(size)}</div>
      {problem !== undefined && (
        <Text inherit c="var(--mantine-color-error)">
          {imageProblemText(problem)}
        </Text>
      )}
    </>
  );
}

interface ChoiceProps extends DifferentFileProps {
  readonly name: string;
  readonly state: RowState | undefined;
}

/** The buttons stay while the file is uploaded, so that they keep the focus. */
function Choice({ file, name, state, tabIndex }: ChoiceProps) {
  const { mayReplace, replace, keep } = useDecisions();
  if (!mayReplace(file)) {
    return (
      <Text span size="xs" c="dimmed" style={{ whiteSpace: 'normal' }}>
        The server spells this name differently. Upload the file instead.
      </Text>
    );
  }
  const label = state === undefined ? REPLACE_LABELS.kept : REPLACE_LABELS[state];
  const isOpen = state === undefined || state === 'kept';
  return (
    <Group gap={6}>
      <Button
        size="compact-xs"
        aria-label={`${label}: ${name}`}
        aria-disabled={!isOpen}
        {...(!isOpen && { 'data-disabled': true })}
        tabIndex={tabIndex}
        onClick={() => {
          if (isOpen) replace([file]);
        }}
      >
        {label}
      </Button>
      {isOpen && (
        <ToggleButton
          pressed={state === 'kept'}
          label={`Keep: ${name}`}
          tabIndex={tabIndex}
          onClick={() => keep([file], state !== 'kept')}
        >
          Keep
        </ToggleButton>
      )}
    </Group>
  );
}
