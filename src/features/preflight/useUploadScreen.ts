import { startTransition, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { MAX_SECTION } from '@data-manager/domain/names/grammar';
import { replaceOnly } from '@data-manager/domain/uploads/upload';
import type { PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { parseWhole } from '@data-manager/lib/parseNumber';
import { usePorts } from '../../platform/portsContext';
import { uploadRequested } from '../../transfers/uploads/uploadsSlice';
import type { FindCollisions } from '../../widgets/BulkRenameDialog';
import type { Choice } from './choice';
import { findRenameCollisions } from './renameCollisions';
import { pathOf, type ServerListing } from './rows';
import { uploadChoice } from './uploadChoice';
import { useCheckedRows } from './useCheckedRows';
import { useChoice } from './useChoice';
import { useContentChecks } from './useContentChecks';
import { useServerContents } from './useServerContents';
import type { TableOpening } from './useTableOpen';
import { useUploadResult } from './useUploadResult';

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
  /** The page that lists the uploaded files. */
  readonly filesAt: string;
  /** That page shows the result, because a comparison on it has offered the files. */
  readonly isResultThere?: boolean;
}

/** The state of the upload screen: the chosen files, their problems, and what is shown of them. */
export function useUploadScreen(props: UploadFormProps) {
  const { sponsorId, keyPrefix, knownSections, datasets, listing, filesAt, isResultThere = false } = props;
  const ports = usePorts();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { choice, dispatch: dispatchChoice, add } = useChoice();
  const isReading = choice.readings > 0;
  const addDropped = useEffectEvent(() => {
    const dropped = ports.dropped.take();
    if (dropped !== undefined) add(dropped);
  });
  useEffect(() => addDropped(), []);
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
  const { keyed, rows, stage, sending, serverFiles, totals } = checked;
  const result = useUploadResult({ place: `${sponsorId}/${keyPrefix}`, serverFiles, datasets, totals });
  const [isJustRequested, setJustRequested] = useState(false);
  const contentChecks = useContentChecks(choice.rows, isReading, (problems) =>
    startTransition(() => dispatchChoice({ type: 'problemsFound', problems })),
  );
  const isChecked = stage === 'checked' || stage === 'empty';
  useServerContents(rows, isReading || !isChecked, (contents) =>
    startTransition(() => dispatchChoice({ type: 'contentsCompared', contents })),
  );
  // Until all rows are checked, `sending` may lack the latest ones.
  const isPending = isReading || listing.status === 'loading' || !isChecked;

  const [opened, setOpened] = useState<TableOpening>();
  const findCollisions: FindCollisions = (steps) => findRenameCollisions(keyed, steps, target, serverFiles);
  const leave = () => {
    dispatchChoice({ type: 'cleared' });
    void navigate(filesAt);
  };
  const upload = () => {
    const damaged: string[] = [];
    const files = sending.map((row) => {
      const { file, newName, relativePath, size, lastModified, onServer } = row;
      // A folder that adopts the title of a dataset is part of the new name.
      const adopted = pathOf(row, target);
      const name = adopted === pathOf(row, { sponsorId, keyPrefix }) ? newName : adopted;
      const id = ports.files.add(file);
      if (row.imageProblem !== undefined) damaged.push(id);
      return {
        id,
        name: file.name,
        ...(name !== undefined && { newName: name }),
        size,
        lastModified,
        webkitRelativePath: relativePath,
        ...replaceOnly(onServer),
      };
    });
    dispatch(uploadRequested({ keyPrefix, files, choice: uploadChoice(rows, choice, damaged) }));
    if (isResultThere) {
      leave();
      return;
    }
    dispatchChoice({ type: 'cleared' });
    setJustRequested(true);
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
    isChecked,
    isPending,
    /** Whether the table of all files is open; kept while more files are read. */
    opened,
    setOpened,
    findCollisions,
    upload,
    leave,
    /** What has become of the files that were chosen before. */
    result: isUntouched(choice) ? result : undefined,
    isJustRequested,
  };
}

/** No files are chosen: none were, or all of them were uploaded. */
function isUntouched({ rows, systemFiles, steps, readings }: Choice): boolean {
  return rows.length + systemFiles.length + steps.length + readings === 0;
}

export type UploadScreenState = ReturnType<typeof useUploadScreen>;

/** Returns undefined for an empty or invalid number: sections are not checked then. */
function sectionCount(text: string): number | undefined {
  return parseWhole(text, { min: 1, max: MAX_SECTION });
}
