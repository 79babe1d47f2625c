import { Button, Group, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import type { PlannedDataset } from '../../domain/uploads/uploadForecast';
import { usePorts } from '../../platform/portsContext';
import { uploadRequested } from '../../transfers/uploads/uploadsSlice';
import { DropArea } from '../../ui/DropArea';
import { FilePicker } from '../../ui/FilePicker';
import type { GridSelection } from '../../ui/gridColumn';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { NumberField } from '../../ui/TextFields';
import { systemRows } from './checkRows';
import type { CollisionDecision } from './choice';
import { choiceWords } from './choiceSummary';
import { CollisionBar } from './CollisionBar';
import { ForecastList, type PickedPlace } from './ForecastList';
import { ForecastOutline } from './ForecastOutline';
import { NarrowedTable } from './NarrowedTable';
import classes from './preflight.module.css';
import { preflightWords } from './preflightWords';
import { ReadRows } from './ReadRows';
import { findRenameCollisions, type FindCollisions } from './renameCollisions';
import { SelectionBar } from './SelectionBar';
import type { ServerListing } from './serverListing';
import { useCheckedRows } from './useCheckedRows';
import { useChoice } from './useChoice';

const OUTLINED_ROWS = 8;

interface UploadFormProps {
  readonly sponsorId: string;
  /** `{project}` or `{project}/{dataset}`. */
  readonly keyPrefix: string;
  /** The dataset's number of sections, where there is one. */
  readonly knownSections: number | undefined;
  /** The datasets below `keyPrefix`, or the one that it is. */
  readonly datasets: readonly PlannedDataset[];
  /** What stands below `keyPrefix` already. */
  readonly listing: ServerListing;
  /** The page to go to once the upload is on its way. */
  readonly doneAt: string;
}

/** Choose, check, and only then upload: nothing is written before `Upload`. */
export function UploadForm(props: UploadFormProps) {
  const { sponsorId, keyPrefix, knownSections, datasets, listing, doneAt } = props;
  const ports = usePorts();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { choice, tell, take } = useChoice();
  const isReading = choice.readings > 0;
  useEffect(() => {
    const dropped = ports.dropped.take();
    if (dropped !== undefined) take(dropped);
  }, [ports, take]);
  const [sections, setSections] = useState(knownSections === undefined ? '' : String(knownSections));

  const target = useMemo(() => ({ sponsorId, keyPrefix }), [sponsorId, keyPrefix]);
  const { keyed, rows, stage, sending, taken, forecasts } = useCheckedRows({
    rows: choice.rows,
    isComing: choice.isComing,
    target,
    listing,
    datasets,
    totalSections: sectionCount(sections),
  });
  const isChecked = stage === 'checked' || stage === 'empty';
  const dataset = datasets.find(({ path }) => path === `${sponsorId}/${keyPrefix}`);
  const [place, setPlace] = useState<PickedPlace>();
  const leftOut = useMemo(() => systemRows(choice.leftOut), [choice.leftOut]);
  const blocked =
    isReading ||
    listing.status === 'loading' ||
    sending.length === 0 ||
    sending.some((row) => row.problem !== undefined);
  const rename = useCallback((id: string, newName: string) => tell({ type: 'renamed', id, newName }), [tell]);
  const leaveOut = useCallback((ids: readonly string[]) => tell({ type: 'removed', ids }), [tell]);
  const remove = useCallback((id: string) => leaveOut([id]), [leaveOut]);
  const [selection, setSelection] = useState<GridSelection>({});
  const selected = useMemo(() => choice.rows.filter((row) => selection[row.id] === true), [choice.rows, selection]);
  const findCollisions = useCallback<FindCollisions>(
    (steps) => findRenameCollisions(keyed, steps, target, taken),
    [keyed, target, taken],
  );
  const decide = useCallback(
    (ids: readonly string[], decision: CollisionDecision) => tell({ type: 'decided', ids, decision }),
    [tell],
  );

  const upload = () => {
    const files = sending.map(({ file, newName, relativePath, size, lastModified }) => ({
      id: ports.files.add(file),
      name: file.name,
      ...(newName !== undefined && { newName }),
      size,
      lastModified,
      webkitRelativePath: relativePath,
    }));
    dispatch(uploadRequested({ keyPrefix, files }));
    tell({ type: 'cleared' });
    void navigate(doneAt);
  };

  return (
    <Stack gap="sm">
      <DropArea hint={preflightWords.dropToAdd} onDropped={take} />
      <FilePicker prompt={preflightWords.dropOrChoose} onChosen={take} />
      <Group gap="sm" align="flex-end">
        <NumberField
          className={classes.sections ?? ''}
          label={preflightWords.totalSections}
          min={1}
          // A project's datasets have totals of their own.
          description={keyPrefix.includes('/') ? undefined : preflightWords.ofUntoldFolders}
          size="xs"
          value={sections}
          onChange={setSections}
        />
        <Button size="xs" disabled={blocked} onClick={upload}>
          {preflightWords.upload}
        </Button>
        <Text size="sm" role="status" className={classes.told ?? ''}>
          {choiceWords(keyed.length === 0 ? undefined : isChecked ? sending : keyed, choice)}
        </Text>
      </Group>
      {isChecked ? (
        <>
          <CollisionBar listing={listing} rows={rows} onDecide={decide} />
          <ForecastList forecasts={forecasts} onPick={setPlace} />
        </>
      ) : (
        <>
          <Text size="sm" c="dimmed" role="status">
            {stage === 'reading' ? preflightWords.judgedOnceRead : preflightWords.comparing}
          </Text>
          {dataset !== undefined && listing.status !== 'unknown' && <ForecastOutline dataset={dataset} />}
        </>
      )}
      <div style={{ display: isChecked ? 'contents' : 'none' }}>
        <SelectionBar
          selected={selected}
          dataset={keyPrefix.split('/')[1] ?? ''}
          findCollisions={findCollisions}
          renamed={choice.undo.length}
          onRenameAll={(steps) => tell({ type: 'manyRenamed', steps })}
          onUndo={() => tell({ type: 'renamingUndone' })}
          onLeaveOut={leaveOut}
        />
      </div>
      {isChecked ? (
        <NarrowedTable
          selection={selection}
          onSelectionChange={setSelection}
          rows={rows}
          leftOut={leftOut}
          place={place}
          onShowAllPlaces={() => setPlace(undefined)}
          onRename={rename}
          onRemove={remove}
          onLeaveOut={leaveOut}
          onDecide={decide}
        />
      ) : stage === 'reading' ? (
        <ReadRows rows={keyed} selection={selection} onSelectionChange={setSelection} />
      ) : (
        <SkeletonRows count={Math.min(keyed.length, OUTLINED_ROWS)} />
      )}
    </Stack>
  );
}

/** An empty or impossible number means that the sections are not checked. */
function sectionCount(text: string): number | undefined {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 ? count : undefined;
}
