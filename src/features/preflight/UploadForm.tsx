import { Button, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { MAX_SECTION } from '../../domain/constants';
import type { ExpectedSections } from '../../domain/follow/images';
import { totalBytes } from '../../domain/listing/fileListing';
import type { PlannedDataset } from '../../domain/uploads/uploadForecast';
import { formatBytes } from '../../lib/formatBytes';
import { formatCount } from '../../lib/formatNumber';
import { parseWhole } from '../../lib/parseNumber';
import { counted } from '../../lib/plural';
import { usePorts } from '../../platform/portsContext';
import { uploadRequested } from '../../transfers/uploads/uploadsSlice';
import type { FindCollisions } from '../../ui/BulkRenameDialog';
import { DropArea } from '../../ui/DropArea';
import { EmptyState } from '../../ui/EmptyState';
import { FilePicker } from '../../ui/FilePicker';
import { NOTHING_SELECTED } from '../../ui/gridColumn';
import { NumberField } from '../../ui/NumberField';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { CollisionBar, SelectionBar } from './BulkActions';
import { systemRows } from './checkRows';
import { ReadingTable } from './ChoiceTable';
import { ContentLine } from './ContentLine';
import { FilteredTable } from './FilteredTable';
import { FollowFolder } from './FollowFolder';
import { ForecastList, ForecastPlaceholder, type PickedPlace } from './Forecasts';
import classes from './preflight.module.css';
import { findRenameCollisions } from './renameCollisions';
import type { CheckedRow, ChosenRow, CollisionDecision, RowKind, ServerListing } from './rows';
import { useCheckedRows } from './useCheckedRows';
import { useChoice, type Choice } from './useChoice';

const MAX_PLACEHOLDER_ROWS = 8;

interface UploadFormProps {
  readonly sponsorId: string;
  /** `{project}` or `{project}/{dataset}`. */
  readonly keyPrefix: string;
  /** The dataset's number of sections, if it is known. */
  readonly knownSections: number | undefined;
  /** The datasets at or below `keyPrefix`. */
  readonly datasets: readonly PlannedDataset[];
  /** The files on the server below `keyPrefix`. */
  readonly listing: ServerListing;
  /** The page to show after the upload was started. */
  readonly doneAt: string;
}

/** Chooses, checks and uploads files. */
export function UploadForm(props: UploadFormProps) {
  const { sponsorId, keyPrefix, knownSections, datasets, listing, doneAt } = props;
  const ports = usePorts();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const reasonId = useId();
  const { choice, dispatch: dispatchChoice, add } = useChoice();
  const isReading = choice.readings > 0;
  useEffect(() => {
    const dropped = ports.dropped.take();
    if (dropped !== undefined) add(dropped);
  }, [ports, add]);
  const [sections, setSections] = useState(knownSections === undefined ? '' : String(knownSections));

  const target = useMemo(() => ({ sponsorId, keyPrefix }), [sponsorId, keyPrefix]);
  const { keyed, rows, stage, sending, serverFiles, forecasts, validateName } = useCheckedRows({
    rows: choice.rows,
    expectsMore: choice.expectsMore,
    target,
    listing,
    datasets,
    totalSections: sectionCount(sections),
  });
  const isChecked = stage === 'checked' || stage === 'empty';
  const dataset = datasets.find(({ path }) => path === `${sponsorId}/${keyPrefix}`);
  const [place, setPlace] = useState<PickedPlace>();
  const [filter, setFilter] = useState<RowKind>();
  const systemFiles = useMemo(() => systemRows(choice.systemFiles), [choice.systemFiles]);
  // Until all rows are checked, `sending` may lack the latest ones.
  const isPending = isReading || listing.status === 'loading' || !isChecked;
  const blocked = isPending || sending.length === 0 || sending.some((row) => row.problem !== undefined);
  const rename = useCallback(
    (id: string, newName: string) => dispatchChoice({ type: 'renamed', id, newName }),
    [dispatchChoice],
  );
  const exclude = useCallback((ids: readonly string[]) => dispatchChoice({ type: 'removed', ids }), [dispatchChoice]);
  const remove = useCallback((id: string) => exclude([id]), [exclude]);
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const selected = useMemo(() => choice.rows.filter((row) => selection.has(row.id)), [choice.rows, selection]);
  const findCollisions = useCallback<FindCollisions>(
    (steps) => findRenameCollisions(keyed, steps, target, serverFiles),
    [keyed, target, serverFiles],
  );
  const decide = useCallback(
    (ids: readonly string[], decision: CollisionDecision) => dispatchChoice({ type: 'decided', ids, decision }),
    [dispatchChoice],
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
    dispatchChoice({ type: 'cleared' });
    void navigate(doneAt);
  };

  const isEmpty = keyed.length === 0;
  const reason = isPending ? undefined : blockedText(isEmpty, sending);
  return (
    <Stack gap="sm">
      <DropArea hint="Drop to add to the files below" onDropped={add} />
      {isEmpty && <FilePicker prompt="Drop files or folders here, or choose them:" onChosen={add} />}
      {/* Remounted with the first files, so that nothing that stays on the screen moves. */}
      <div key={isEmpty ? 'empty' : 'chosen'} className={classes.bar}>
        {!isEmpty && <FilePicker isCompact prompt="Drop more files anywhere, or:" onChosen={add} />}
        <Text size="sm" role="status" className={classes.summary ?? ''}>
          {summaryText(isEmpty ? undefined : isChecked ? sending : keyed, choice)}
        </Text>
        <NumberField
          className={classes.sections ?? ''}
          label="Total sections"
          min={1}
          max={MAX_SECTION}
          // In a project, each dataset has its own total.
          description={keyPrefix.includes('/') ? undefined : 'For folders without a section count in their metadata'}
          size="xs"
          value={sections}
          onChange={setSections}
        />
        <div className={classes.start}>
          <Text size="xs" c="dimmed" id={reasonId}>
            {blocked && reason}
          </Text>
          <Button size="xs" disabled={blocked} onClick={upload} aria-describedby={reasonId}>
            Upload
          </Button>
        </div>
      </div>
      <FollowFolder
        key={isEmpty ? 'follow' : 'follow chosen'}
        choice={choice}
        target={target}
        datasets={datasets}
        expected={expectedSections(dataset, sectionCount(sections))}
        listing={listing}
        onFollowed={() => {
          dispatchChoice({ type: 'cleared' });
          void navigate(doneAt);
        }}
      />
      {!isEmpty && (
        <ContentLine
          choice={choice}
          isShown={filter === 'unreadable'}
          onShow={(isShown) => setFilter(isShown ? 'unreadable' : undefined)}
          dispatch={dispatchChoice}
        />
      )}
      {isChecked ? (
        <>
          <CollisionBar listing={listing} rows={rows} onDecide={decide} />
          <ForecastList forecasts={forecasts} onPick={setPlace} />
        </>
      ) : (
        <>
          <Text size="sm" c="dimmed" role="status">
            {stage === 'reading'
              ? 'Problems and missing files appear once all files have been read.'
              : 'Comparing with the server…'}
          </Text>
          {dataset !== undefined && listing.status !== 'failed' && <ForecastPlaceholder dataset={dataset} />}
        </>
      )}
      {isEmpty && choice.systemFiles.length === 0 ? (
        <EmptyState
          title="No files selected"
          hint="Section images are named DATASET_NAME_SXXXXXX_LXX_chXX.tif. Nothing is uploaded until you click Upload."
        />
      ) : isChecked ? (
        <FilteredTable
          selection={selection}
          onSelectionChange={setSelection}
          rows={rows}
          systemFiles={systemFiles}
          place={place}
          onShowAllPlaces={() => setPlace(undefined)}
          filter={filter}
          onFilter={setFilter}
          onRename={rename}
          onRemove={remove}
          onExclude={exclude}
          onDecide={decide}
          validateName={validateName}
          selectionBar={
            !isEmpty && (
              <SelectionBar
                rows={rows}
                selected={selected}
                dataset={keyPrefix.split('/')[1] ?? ''}
                findCollisions={findCollisions}
                renamed={choice.undo.length}
                onRenameAll={(steps, rule) => dispatchChoice({ type: 'bulkRenamed', steps, rule })}
                onUndo={() => dispatchChoice({ type: 'bulkRenameUndone' })}
                onExclude={exclude}
              />
            )
          }
        />
      ) : stage === 'reading' ? (
        <ReadingTable rows={keyed} selection={selection} onSelectionChange={setSelection} />
      ) : (
        <SkeletonRows count={Math.min(keyed.length, MAX_PLACEHOLDER_ROWS)} />
      )}
    </Stack>
  );
}

/** Explains why nothing can be uploaded yet. */
function blockedText(isEmpty: boolean, sending: readonly CheckedRow[]): string {
  if (isEmpty) return 'Choose files first';
  if (sending.length === 0) return 'All files are skipped';
  const problems = sending.filter((row) => row.problem !== undefined);
  const undecided = problems.filter((row) => row.problem === 'undecided').length;
  return undecided === problems.length
    ? `Skip or replace ${counted(undecided, 'file')} first`
    : `Fix or exclude ${counted(problems.length, 'file')} first`;
}

/** Returns undefined for an empty or invalid number: sections are not checked then. */
function sectionCount(text: string): number | undefined {
  return parseWhole(text, { min: 1, max: MAX_SECTION });
}

/** Returns the images that a dataset should have; undefined if its metadata does not specify them. */
function expectedSections(
  dataset: PlannedDataset | undefined,
  sections: number | undefined,
): ExpectedSections | undefined {
  if (dataset === undefined || sections === undefined || dataset.channels.length === 0) return undefined;
  return { sections, channels: dataset.channels };
}

/** Summarizes the chosen files: `3 files, 1.50 KB · 1 system file ignored · reading files…`. */
function summaryText(rows: readonly ChosenRow[] | undefined, { systemFiles, unreadable, readings }: Choice): string {
  return [
    rows !== undefined && `${counted(rows.length, 'file')}, ${formatBytes(totalBytes(rows))}`,
    systemFiles.length > 0 && `${counted(systemFiles.length, 'system file')} ignored`,
    unreadable > 0 && `${formatCount(unreadable)} could not be read`,
    readings > 0 && 'reading files…',
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
