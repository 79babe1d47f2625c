import { startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { MAX_SECTION } from '../../domain/constants';
import type { ImageProblem } from '../../domain/listing/fileListing';
import { listCards, needsDecision, type RowContent } from '../../domain/preflight/worklist';
import { replaceOnly } from '../../domain/uploads/upload';
import type { PlannedDataset } from '../../domain/uploads/uploadForecast';
import { parseWhole } from '../../lib/parseNumber';
import { usePorts } from '../../platform/portsContext';
import { uploadRequested } from '../../transfers/uploads/uploadsSlice';
import type { FindCollisions } from '../../ui/BulkRenameDialog';
import { findRenameCollisions } from './renameCollisions';
import { pathOf, type ServerListing } from './rows';
import { useCheckedRows } from './useCheckedRows';
import { useChoice } from './useChoice';
import { useContentChecks } from './useContentChecks';
import { useServerContents } from './useServerContents';

/** Up to this many files, the table is open from the start. */
const SMALL_CHOICE = 50;

export interface UploadFormProps {
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

/** The state of the upload screen: the chosen files, their problems, and what is shown of them. */
export function useUploadScreen({ sponsorId, keyPrefix, knownSections, datasets, listing, doneAt }: UploadFormProps) {
  const ports = usePorts();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { choice, dispatch: dispatchChoice, add } = useChoice();
  const isReading = choice.readings > 0;
  useEffect(() => {
    const dropped = ports.dropped.take();
    if (dropped !== undefined) add(dropped);
  }, [ports, add]);
  const [sections, setSections] = useState(knownSections === undefined ? '' : String(knownSections));
  const target = useMemo(() => {
    if (keyPrefix.includes('/')) return { sponsorId, keyPrefix };
    return { sponsorId, keyPrefix, titles: datasets.map(({ path }) => path.split('/')[2] ?? '') };
  }, [sponsorId, keyPrefix, datasets]);
  const totalSections = sectionCount(sections);
  const checked = useCheckedRows({
    rows: choice.rows,
    expectsMore: choice.expectsMore,
    target,
    listing,
    datasets,
    totalSections,
  });
  const { keyed, rows, stage, sending, serverFiles } = checked;
  const reportProblems = useCallback(
    (problems: ReadonlyMap<File, ImageProblem>) =>
      startTransition(() => dispatchChoice({ type: 'problemsFound', problems })),
    [dispatchChoice],
  );
  const contentChecks = useContentChecks(choice.rows, isReading, reportProblems);
  const reportContents = useCallback(
    (contents: ReadonlyMap<string, RowContent>) =>
      startTransition(() => dispatchChoice({ type: 'contentsCompared', contents })),
    [dispatchChoice],
  );
  const isChecked = stage === 'checked' || stage === 'empty';
  useServerContents(rows, isReading || !isChecked, reportContents);
  const cards = useMemo(() => listCards(rows), [rows]);
  // Until all rows are checked, `sending` may lack the latest ones.
  const isPending = isReading || listing.status === 'loading' || !isChecked;

  const [opened, setOpened] = useState<{ readonly nextId: number; readonly isOpen: boolean }>();
  if (stage === 'checked' && opened?.nextId !== choice.nextId) {
    const isOpen = rows.length <= SMALL_CHOICE || !cards.some(needsDecision);
    setOpened({ nextId: choice.nextId, isOpen: isOpen || opened?.isOpen === true });
  }
  const setOpen = useCallback((isOpen: boolean) => setOpened({ nextId: choice.nextId, isOpen }), [choice.nextId]);
  const findCollisions = useCallback<FindCollisions>(
    (steps) => findRenameCollisions(keyed, steps, target, serverFiles),
    [keyed, target, serverFiles],
  );
  const leave = () => {
    dispatchChoice({ type: 'cleared' });
    void navigate(doneAt);
  };
  const upload = () => {
    const files = sending.map((row) => {
      const { file, newName, relativePath, size, lastModified, onServer } = row;
      // A folder that adopts the title of a dataset is part of the new name.
      const adopted = pathOf(row, target);
      const name = adopted === pathOf(row, { sponsorId, keyPrefix }) ? newName : adopted;
      return {
        id: ports.files.add(file),
        name: file.name,
        ...(name !== undefined && { newName: name }),
        size,
        lastModified,
        webkitRelativePath: relativePath,
        ...replaceOnly(onServer),
      };
    });
    dispatch(uploadRequested({ keyPrefix, files }));
    leave();
  };
  return {
    ...checked,
    choice,
    dispatchChoice,
    add,
    sections,
    setSections,
    totalSections,
    target,
    contentChecks,
    cards,
    isChecked,
    isPending,
    isOpen: opened?.isOpen === true,
    setOpen,
    findCollisions,
    upload,
    leave,
  };
}

export type UploadScreenState = ReturnType<typeof useUploadScreen>;

/** Returns undefined for an empty or invalid number: sections are not checked then. */
function sectionCount(text: string): number | undefined {
  return parseWhole(text, { min: 1, max: MAX_SECTION });
}
