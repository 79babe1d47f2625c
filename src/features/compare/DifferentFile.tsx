import { Button } from '@mantine/core';
import type { ComparedFile } from '@data-manager/domain/compare/comparedFiles';
import type { RowState } from '@data-manager/domain/compare/comparisonOutcome';
import { imageProblemText, type ImageProblem } from '@data-manager/domain/listing/fileListing';
import { shownName } from '@data-manager/domain/names/shownName';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatTime } from '@data-manager/lib/formatTime';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { ToggleButton } from '../../ui/ToggleButton';
import { LocalPicture, PicturePair } from '../../widgets/PicturePair';
import classes from './compare.module.css';
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
      isLarge
      label={name}
      pictures={[
        {
          id: 'folder',
          picture: onDisk && <LocalPicture file={onDisk} />,
          title: 'In the folder',
          note: <Facts size={local.size} time={local.lastModified} problem={problem} />,
          isLeftOut: state === 'kept',
        },
        {
          id: 'server',
          picture: renderPicture(server),
          title: 'On the server',
          note: <Facts size={server.size} time={server.lastModified} />,
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
  readonly time: number | string | undefined;
  readonly problem?: ImageProblem | undefined;
}

function Facts({ size, time, problem }: FactsProps) {
  return (
    <>
      <div>{formatTime(time)}</div>
      <div>{formatBytes(size)}</div>
      {problem !== undefined && <div className={classes.problem}>{imageProblemText(problem)}</div>}
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
    return <span className={classes.reason}>The server spells this name differently. Upload the file instead.</span>;
  }
  const label = state === undefined ? REPLACE_LABELS.kept : REPLACE_LABELS[state];
  const isOpen = state === undefined || state === 'kept';
  return (
    <div className={classes.choice}>
      <Button
        size="compact-xs"
        variant="default"
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
    </div>
  );
}
