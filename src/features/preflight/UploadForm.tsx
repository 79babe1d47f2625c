import { Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ExpectedSections } from '@data-manager/domain/follow/images';
import { EXTENSION, MAX_SECTION, NAME_FORMAT } from '@data-manager/domain/names/grammar';
import { shownName } from '@data-manager/domain/names/shownName';
import type { RowKind } from '@data-manager/domain/preflight/rowKinds';
import { listCards } from '@data-manager/domain/preflight/worklist';
import type { PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { DropArea } from '../../ui/DropArea';
import { EmptyState } from '../../ui/EmptyState';
import { FilePicker } from '../../ui/FilePicker';
import { NOTHING_SELECTED } from '../../ui/gridColumn';
import { NumberField } from '../../ui/NumberField';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { AllFiles } from './AllFiles';
import { RenameMany, UnlistedNotice } from './BulkActions';
import { ReadingTable } from './ChoiceTable';
import { ContentLine } from './ContentLine';
import { FollowFolder } from './FollowFolder';
import { ForecastList, ForecastPlaceholder, type PickedPlace } from './Forecasts';
import classes from './preflight.module.css';
import type { CheckedRow, ChosenRow, UploadTarget } from './rows';
import { UploadFooter } from './UploadFooter';
import { UploadResult } from './UploadResult';
import { useTableOpen } from './useTableOpen';
import { useUploadScreen, type UploadFormProps, type UploadScreenState } from './useUploadScreen';
import { Worklist } from './Worklist';

const MAX_PLACEHOLDER_ROWS = 8;

/** Chooses, checks and uploads files. */
export function UploadForm(props: UploadFormProps) {
  const { sponsorId, keyPrefix, datasets, listing } = props;
  const screen = useUploadScreen(props);
  const { choice, keyed, stage, isChecked, add, sections, setSections, totalSections } = screen;
  const dataset = datasets.find(({ path }) => path === `${sponsorId}/${keyPrefix}`);
  const { result } = screen;
  const isEmpty = keyed.length === 0;
  // The result takes the place of the chosen files, so that nothing above it moves.
  const isBlank = isEmpty && result === undefined;
  const bar = useFocusOnFiles(isEmpty);
  return (
    <Stack gap="sm">
      <DropArea hint="Drop to add to the files below" onDropped={add} />
      {isBlank && <FilePicker prompt="Drop files or folders here, or choose them:" onChosen={add} />}
      {/* Remounted with the first files, so that nothing that stays on the screen moves. */}
      <div
        key={isBlank ? 'empty' : 'chosen'}
        ref={bar}
        role="group"
        aria-label="Chosen files and their sections"
        tabIndex={-1}
        className={classes.bar}
      >
        {!isBlank && <FilePicker isCompact prompt="Drop more files anywhere, or:" onChosen={add} />}
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
      </div>
      <FollowFolder
        key={isBlank ? 'follow' : 'follow chosen'}
        choice={choice}
        target={screen.target}
        datasets={datasets}
        expected={expectedSections(dataset, totalSections)}
        listing={listing}
        onFollowed={screen.leave}
      />
      {result !== undefined ? (
        <UploadResult result={result} filesAt={props.filesAt} takesFocus={screen.isJustRequested} />
      ) : isEmpty && choice.systemFiles.length === 0 && choice.steps.length === 0 ? (
        <EmptyState
          title="No files chosen"
          hint={`Section images are named ${NAME_FORMAT}${EXTENSION}. Nothing is uploaded until you click Upload.`}
        />
      ) : isChecked ? (
        <CheckedFiles {...props} screen={screen} />
      ) : (
        <>
          <Text size="sm" c="dimmed" role="status">
            {stage === 'reading'
              ? 'Problems and missing files appear once all files have been read.'
              : 'Comparing with the server…'}
          </Text>
          {dataset !== undefined && listing.status !== 'failed' && <ForecastPlaceholder dataset={dataset} />}
          {stage === 'reading' ? (
            <ReadingTable rows={keyed} selection={NOTHING_SELECTED} onSelectionChange={() => undefined} />
          ) : (
            <SkeletonRows count={Math.min(keyed.length, MAX_PLACEHOLDER_ROWS)} />
          )}
        </>
      )}
      {result === undefined && <UploadFooter {...screen} />}
    </Stack>
  );
}

/** The picker that was used to choose the first files is gone, and with it the focus. */
function useFocusOnFiles(isEmpty: boolean) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isEmpty && document.activeElement === document.body) bar.current?.focus({ preventScroll: true });
  }, [isEmpty]);
  return bar;
}

interface CheckedFilesProps extends UploadFormProps {
  readonly screen: UploadScreenState;
}

/** The map of the future dataset, the problems of the chosen files, and the table of all of them. */
function CheckedFiles({ keyPrefix, listing, screen }: CheckedFilesProps) {
  const { choice, rows, target, stage, forecasts, contentChecks, dispatchChoice, opened, setOpened } = screen;
  const [place, setPlace] = useState<PickedPlace>();
  const [filter, setFilter] = useState<RowKind>();
  const [renaming, setRenaming] = useState<readonly ChosenRow[]>();
  const adopted = useMemo(() => adoptedFolders(rows, target), [rows, target]);
  const cards = useMemo(() => listCards(rows), [rows]);
  const table = { rows, cards, choiceId: choice.nextId, isChecked: stage === 'checked', opened, setOpened };
  const [isOpen, setOpen] = useTableOpen(table);
  return (
    <>
      <UnlistedNotice listing={listing} />
      <ForecastList
        forecasts={forecasts}
        onPick={(picked) => {
          setPlace(picked);
          setOpen(true);
        }}
      />
      {adopted.map(([folder, title]) => (
        <Text key={folder} size="sm" role="status">
          {`The folder ${shownName(folder)} is uploaded into the dataset ${shownName(title)}.`}
        </Text>
      ))}
      {(rows.length > 0 || choice.steps.length > 0) && (
        <Worklist
          cards={cards}
          rows={rows}
          steps={choice.steps}
          dispatch={dispatchChoice}
          onRename={setRenaming}
          onTotal={screen.setSections}
          onShowDamaged={() => {
            setFilter('unreadable');
            setOpen(true);
          }}
          unchecked={
            listing.status === 'failed'
              ? 'server'
              : contentChecks.checked < contentChecks.total
                ? 'contents'
                : undefined
          }
          contentLine={
            <ContentLine
              {...contentChecks}
              unreadable={rows.filter(({ imageProblem }) => imageProblem !== undefined).length}
            />
          }
        />
      )}
      <AllFiles
        screen={screen}
        isOpen={isOpen}
        onOpen={setOpen}
        place={place}
        onShowAllPlaces={() => setPlace(undefined)}
        filter={filter}
        onFilter={setFilter}
        onRename={setRenaming}
      />
      {renaming !== undefined && (
        <RenameMany
          files={renaming}
          dataset={keyPrefix.split('/')[1] ?? ''}
          findCollisions={screen.findCollisions}
          onClose={() => setRenaming(undefined)}
          onApply={(steps, rule) => {
            setRenaming(undefined);
            dispatchChoice({ type: 'bulkRenamed', steps, rule });
          }}
        />
      )}
    </>
  );
}

/** Returns the folders that are uploaded into a dataset whose title has another spelling. */
function adoptedFolders(
  rows: readonly CheckedRow[],
  { titles }: UploadTarget,
): readonly (readonly [folder: string, title: string])[] {
  if (titles === undefined) return [];
  const found = new Map<string, string>();
  for (const { relativePath, key } of rows) {
    const folder = relativePath.slice(0, Math.max(0, relativePath.indexOf('/')));
    const title = key.split('/')[2] ?? '';
    if (folder !== '' && folder.normalize('NFC') !== title && titles.includes(title)) found.set(folder, title);
  }
  return [...found];
}

/** Returns the images that a dataset should have; undefined if its metadata does not specify them. */
function expectedSections(
  dataset: PlannedDataset | undefined,
  sections: number | undefined,
): ExpectedSections | undefined {
  if (dataset === undefined || sections === undefined || dataset.channels.length === 0) return undefined;
  return { sections, channels: dataset.channels };
}
