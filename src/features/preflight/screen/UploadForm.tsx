import { Button, Group, Stack, Text } from '@mantine/core';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { ExpectedSections } from '@data-manager/domain/follow/images';
import { EXTENSION, MAX_SECTION, NAME_FORMAT } from '@data-manager/domain/names/grammar';
import { nameInText } from '@data-manager/domain/names/shownName';
import { listCards } from '@data-manager/domain/preflight/worklist';
import type { PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { Sentence } from '../../../platform/Sentence';
import { DropArea } from '../../../ui/DropArea';
import { EmptyState } from '../../../ui/EmptyState';
import { FilePicker } from '../../../ui/FilePicker';
import { NOTHING_SELECTED } from '../../../ui/gridColumn';
import { NumberField } from '../../../ui/NumberField';
import { SkeletonRows } from '../../../ui/SkeletonRows';
import { useSealQuestion } from '../../../widgets/useSealQuestion';
import { Worklist } from '../cards/Worklist';
import classes from '../preflight.module.css';
import { UploadResult } from '../result/UploadResult';
import { isUntouched } from '../rows/choice';
import { ReadingTable } from '../rows/ChoiceTable';
import type { CheckedRow, ChosenRow, UploadTarget } from '../rows/rows';
import { AllFiles } from './AllFiles';
import { RenameMany, UnlistedNotice } from './BulkActions';
import { FollowFolder } from './FollowFolder';
import { ForecastList, ForecastPlaceholder } from './Forecasts';
import { UploadFooter } from './UploadFooter';
import { useUploadScreen, type UploadFormProps, type UploadScreenState } from './useUploadScreen';
import { WantedImages } from './WantedImages';

const MAX_PLACEHOLDER_ROWS = 8;

/** Chooses, checks and uploads files. */
export function UploadForm(props: UploadFormProps) {
  const { sponsorId, keyPrefix, datasets, listing } = props;
  const screen = useUploadScreen(props);
  const { choice, keyed, stage, isChecked, add, sections, setSections, totalSections } = screen;
  const dataset = datasets.find(({ path }) => path === `${sponsorId}/${keyPrefix}`);
  const sealed = useSealQuestion();
  const { result } = screen;
  const isEmpty = keyed.length === 0;
  // The result takes the place of the chosen files, so that nothing above it moves.
  const isBlank = isEmpty && result === undefined;
  const bar = useFocusOnFiles(isEmpty);
  const follow = (
    <FollowFolder
      choice={choice}
      target={screen.target}
      folders={screen.folders}
      expected={expectedSections(dataset, totalSections)}
      listing={listing}
      onFollowed={screen.leave}
      ask={(change) => sealed.ask([`${sponsorId}/${keyPrefix}`], change)}
      isCompact={!isBlank}
    />
  );
  const upload = () =>
    sealed.ask(
      screen.sending.map(({ key }) => key),
      screen.upload,
    );
  return (
    <Stack gap="sm">
      <DropArea hint="Drop to add to the files below" onDropped={add} />
      {isBlank && <FilePicker prompt="Drop files or folders here, or choose them:" onChosen={add} />}
      {/* Remounted with the first files, so that nothing that stays on the screen moves. */}
      <Group
        key={isBlank ? 'empty' : 'chosen'}
        ref={bar}
        role="group"
        aria-label="Chosen files and their sections"
        tabIndex={-1}
        justify="space-between"
        gap="0.5rem 1rem"
        mih={48}
      >
        {!isBlank && (
          <Group gap="xs">
            <FilePicker isCompact prompt="Drop more files anywhere, or:" onChosen={add} />
            {follow}
            {!isUntouched(choice) && (
              <Button size="xs" variant="subtle" disabled={choice.readings > 0} onClick={screen.clear}>
                Clear
              </Button>
            )}
          </Group>
        )}
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
      </Group>
      {isBlank && follow}
      {result !== undefined ? (
        <UploadResult result={result} filesAt={props.filesAt} takesFocus={screen.isJustRequested} />
      ) : isEmpty && choice.systemFiles.length === 0 && choice.steps.length === 0 ? (
        <EmptyState
          title="No files chosen"
          hint={`Section images are named ${NAME_FORMAT}${EXTENSION}. Nothing is uploaded until you click Upload.`}
        />
      ) : isChecked ? (
        <CheckedFiles {...props} screen={screen} dataset={dataset} />
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
      {(isBlank || result !== undefined) && <WantedImages screen={screen} dataset={dataset} />}
      {result === undefined && <UploadFooter {...screen} upload={upload} />}
      {sealed.dialog}
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
  readonly dataset: PlannedDataset | undefined;
}

/** The map of the future dataset, the problems of the chosen files, and the table of all of them. */
function CheckedFiles({ keyPrefix, listing, renderPicture, screen, dataset }: CheckedFilesProps) {
  const { choice, rows, target, forecasts, contentChecks, dispatchChoice } = screen;
  const [renaming, setRenaming] = useState<readonly ChosenRow[]>();
  const adopted = useMemo(() => adoptedFolders(rows, target), [rows, target]);
  const cards = useMemo(() => listCards(rows), [rows]);
  return (
    <>
      <UnlistedNotice listing={listing} />
      <WantedImages screen={screen} dataset={dataset} />
      <ForecastList
        forecasts={forecasts}
        onPick={(place) => startTransition(() => dispatchChoice({ type: 'tableShown', isOpen: true, place }))}
      />
      {adopted.map(([folder, title]) => (
        <Text key={folder} size="sm" role="status">
          <Sentence>{`The folder ${nameInText(folder)} is uploaded into the dataset ${nameInText(title)}.`}</Sentence>
        </Text>
      ))}
      {(rows.length > 0 || choice.steps.length > 0) && (
        <Worklist
          cards={cards}
          rows={rows}
          steps={choice.steps}
          dispatch={dispatchChoice}
          onRename={setRenaming}
          renderPicture={renderPicture}
          contentChecks={contentChecks}
          checksums={screen.checksums}
          sumFaults={screen.sumFaults}
          isUnlisted={listing.status === 'failed'}
        />
      )}
      <AllFiles screen={screen} onRename={setRenaming} />
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
  const { channels, sections: declared } = dataset;
  return { sections, channels, ...(declared !== undefined && { declared }) };
}
