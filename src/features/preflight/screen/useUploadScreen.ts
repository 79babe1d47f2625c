import { startTransition, useEffect, useEffectEvent, useMemo, useState, useTransition, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import type { FileEntry } from '@data-manager/domain/listing/fileListing';
import { MAX_SECTION } from '@data-manager/domain/names/grammar';
import type { PlannedDataset } from '@data-manager/domain/uploads/uploadForecast';
import { parseWhole } from '@data-manager/lib/parseNumber';
import { usePorts } from '../../../platform/portsContext';
import { uploadRequested } from '../../../transfers/uploads/uploadsSlice';
import type { FindCollisions } from '../../../widgets/BulkRenameDialog';
import { uploadChoice } from '../result/uploadChoice';
import { useUploadResult } from '../result/useUploadResult';
import { isUntouched } from '../rows/choice';
import { findRenameCollisions } from '../rows/renameCollisions';
import { requestFiles } from '../rows/requestFiles';
import { findConfirmed, type NamedPrefixes, type ServerListing } from '../rows/rows';
import { useCheckedRows } from '../rows/useCheckedRows';
import { useChecksumFiles, useSumFaults } from '../rows/useChecksumFiles';
import { useChoice } from '../rows/useChoice';
import { useContentChecks } from '../rows/useContentChecks';
import { useServerChanges } from '../rows/useServerChanges';
import { useServerContents } from '../rows/useServerContents';

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
  /** Stores prefixes that the user has confirmed for datasets; absent if the server can't. */
  readonly onConfirm?: ((confirmed: NamedPrefixes) => void) | undefined;
  /** Renders the picture of a file on the server. */
  readonly renderPicture: (entry: FileEntry) => ReactNode;
  /** That page shows the result, because a comparison on it has offered the files. */
  readonly isResultThere?: boolean;
}

/** The state of the upload screen: the chosen files, their problems, and what is shown of them. */
export function useUploadScreen(props: UploadFormProps) {
  const { sponsorId, keyPrefix, knownSections, datasets, listing, filesAt, isResultThere = false } = props;
  const ports = usePorts();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const place = `${sponsorId}/${keyPrefix}`;
  const { draft, choice, dispatch: dispatchChoice, add, clear } = useChoice(isResultThere ? `${place}?compare` : place);
  const isReading = choice.readings > 0;
  const addDropped = useEffectEvent(() => {
    const dropped = ports.dropped.take();
    if (dropped === undefined) return;
    // A comparison offers these files and no others.
    if (isResultThere) dispatchChoice({ type: 'cleared' });
    add(dropped);
  });
  useEffect(() => addDropped(), []);
  const { sections = String(knownSections ?? '') } = choice;
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
  const { keyed, rows, stage, sending, serverFiles, totals, folders } = checked;
  const result = useUploadResult({ place: isUntouched(choice) ? place : undefined, serverFiles, datasets, totals });
  const [isJustRequested, setJustRequested] = useState(false);
  const [isStarting, startUpload] = useTransition();
  const contentChecks = useContentChecks(choice.rows, isReading, draft, (problems) =>
    startTransition(() => dispatchChoice({ type: 'problemsFound', problems })),
  );
  useServerChanges(keyed, listing.status === 'loaded' ? serverFiles : undefined, draft);
  const isChecked = stage === 'checked' || stage === 'empty';
  useServerContents(rows, isReading || !isChecked, draft, (contents) =>
    startTransition(() => dispatchChoice({ type: 'contentsCompared', contents })),
  );
  const checksums = useChecksumFiles(choice, isReading);
  const sumFaults = useSumFaults(rows, checksums.sums);
  // Until all rows are checked, `sending` may lack the latest ones.
  const isPending = isReading || listing.status === 'loading' || !isChecked || checksums.isPending;

  const findCollisions: FindCollisions = (steps) => findRenameCollisions(keyed, steps, target, serverFiles);
  const leave = () => {
    dispatchChoice({ type: 'cleared' });
    void navigate(filesAt);
  };
  const upload = () => {
    if (isStarting) return;
    const { files, damaged } = requestFiles(sending, target, checksums.sums, ports.files.add);
    const confirmed = findConfirmed(sending, folders);
    if (confirmed.length > 0) props.onConfirm?.(confirmed);
    dispatch(uploadRequested({ keyPrefix, files, choice: uploadChoice(rows, choice, damaged) }));
    if (isResultThere) {
      leave();
      return;
    }
    // In a task of its own, since the result takes as long to compute as the queue.
    startUpload(() => {
      dispatchChoice({ type: 'cleared' });
      setJustRequested(true);
    });
  };
  return {
    ...checked,
    choice,
    dispatchChoice,
    add,
    clear,
    sections,
    setSections: (text: string) => dispatchChoice({ type: 'totalEntered', sections: text }),
    totalSections,
    target,
    contentChecks,
    checksums,
    sumFaults,
    isChecked,
    isPending,
    findCollisions,
    upload,
    leave,
    /** What has become of the files that were chosen before. */
    result,
    isJustRequested,
  };
}

export type UploadScreenState = ReturnType<typeof useUploadScreen>;

/** Returns undefined for an empty or invalid number: sections are not checked then. */
function sectionCount(text: string): number | undefined {
  return parseWhole(text, { min: 1, max: MAX_SECTION });
}
