import { Button, Tabs, Text, Title, VisuallyHidden } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import { useListing } from '../../api/files';
import { useRefetchListing } from '../../api/refetchListing';
import {
  COMPARISON_GROUPS,
  uploadRelativePath,
  type ComparedFile,
  type ComparisonGroup,
} from '../../domain/compare/comparedFiles';
import {
  comparisonAnnouncement,
  hasResult,
  isComparing,
  type Comparison as ComparisonState,
  type ComparisonResult,
} from '../../domain/compare/comparison';
import { comparisonCsv, comparisonFileName, comparisonJson } from '../../domain/compare/comparisonExport';
import { shownName } from '../../domain/names/shownName';
import type { PlannedDataset } from '../../domain/uploads/uploadForecast';
import { formatTime } from '../../lib/formatTime';
import type { InPieces } from '../../lib/inPieces';
import { counted } from '../../lib/plural';
import { err, ok } from '../../lib/result';
import { runInSlices } from '../../platform/inSlices';
import { usePorts } from '../../platform/portsContext';
import type { FoundBatch, FoundFile } from '../../platform/readFiles';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { DropArea } from '../../ui/DropArea';
import { ErrorState, queryErrorText } from '../../ui/ErrorState';
import { FilePicker } from '../../ui/FilePicker';
import classes from './compare.module.css';
import { ComparedTable } from './ComparedTable';
import { comparisonRunOf, type ComparisonRun, type LoadListing } from './comparisonRun';
import { FetchMissing } from './FetchMissing';
import { HashProgressBar } from './HashProgressBar';
import { MissingForecasts } from './MissingForecasts';

const LABELS: Readonly<Record<ComparisonGroup, string>> = {
  identical: 'Identical',
  different: 'Different',
  onlyLocal: 'Only in the folder',
  onlyServer: 'Only on the server',
  notComparable: 'Not comparable',
};

const EMPTY_TITLES: Readonly<Record<ComparisonGroup, string>> = {
  identical: 'No identical files',
  different: 'No different files',
  onlyLocal: 'No files that are only in the folder',
  onlyServer: 'No files that are only on the server',
  notComparable: 'All contents could be compared',
};

interface ComparisonProps {
  /** The place to which files can be uploaded: `sponsor/project[/dataset]`. */
  readonly rootPath: string;
  /** The path to compare with: `rootPath` or a folder below it. */
  readonly path: string;
  /** The datasets at or below `path`. Must be stable between renders. */
  readonly datasets: readonly PlannedDataset[];
  /** Fills the height of its parent, a flex column. */
  readonly fills?: boolean;
  /** Opens the upload screen with files. */
  readonly onUpload: (batches: AsyncIterable<FoundBatch>) => void;
  readonly onClose: () => void;
}

/**
 * Compares a folder of the user with the files below a path. The comparison continues while another screen is shown.
 */
export function Comparison(props: ComparisonProps) {
  const { rootPath, path, fills, onClose } = props;
  const ports = usePorts();
  const store = useStore<WithSession>();
  // The page is mounted again for another user, and stays while the session is lost.
  const [owner] = useState(() => selectSessionOwner(store.getState()));
  const run = comparisonRunOf(path, owner, ports);
  const state = useSyncExternalStore(run.subscribe, run.getState);
  const loadListing = useLoadListing(rootPath);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const choose = useCallback(
    (batches: AsyncIterable<FoundBatch>) => run.choose(batches, loadListing),
    [run, loadListing],
  );
  const title = shownName(path.slice(path.lastIndexOf('/') + 1));
  const isBusy = isComparing(state);
  return (
    <section aria-label="Comparison" className={classes.region} data-fills={fills || undefined}>
      <DropArea hint={`Drop to compare with ${title}`} onDropped={choose} />
      <div className={classes.head}>
        <Title order={2} size="h5" ref={heading} tabIndex={-1} className={classes.heading ?? ''}>
          Comparison with {title}
        </Title>
        <div className={classes.headButtons}>
          {isBusy && (
            <Button size="xs" variant="default" onClick={run.cancel}>
              Cancel
            </Button>
          )}
          {(state.phase === 'stopped' || state.phase === 'done') && (
            <Button size="xs" variant="default" onClick={() => run.compare(loadListing)}>
              {state.phase === 'stopped' ? 'Compare' : 'Compare again'}
            </Button>
          )}
          <Button size="xs" variant="subtle" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
      {state.phase === 'idle' ? (
        <>
          <FilePicker prompt="Drop a folder here, or choose it:" purpose="compare" onChosen={choose} />
          <Text size="sm" c="dimmed">
            Names, sizes and contents of your files are compared with those on the server. Nothing is uploaded or
            changed. A folder is compared with the folder of the same name on the server, or with the content of {title}{' '}
            if more of its files are there.
          </Text>
        </>
      ) : (
        !isBusy && <FilePicker isCompact prompt="Compare another folder:" purpose="compare" onChosen={choose} />
      )}
      <Stage state={state} rootPath={rootPath} onRetry={() => run.compare(loadListing)} />
      {hasResult(state) && <Result {...props} run={run} result={state} />}
      <VisuallyHidden aria-live="polite">{comparisonAnnouncement(state)}</VisuallyHidden>
    </section>
  );
}

/** Lists the server's files again, because they may have changed since the screen was opened. */
function useLoadListing(rootPath: string): LoadListing {
  const refetch = useRefetchListing(rootPath);
  return useCallback(async () => {
    const listing = await refetch();
    return listing.ok ? ok(listing.value) : err(queryErrorText(listing.failure));
  }, [refetch]);
}

interface StageProps {
  readonly state: ComparisonState;
  readonly rootPath: string;
  readonly onRetry: () => void;
}

/** Describes what the comparison is doing, or how it ended. */
function Stage({ state, rootPath, onRetry }: StageProps) {
  const { loadedCount, isComplete } = useListing(rootPath);
  switch (state.phase) {
    case 'idle':
      return null;
    case 'reading':
      return <Text size="sm">{`Reading the folder… ${counted(state.found, 'file')} found`}</Text>;
    case 'matching':
      return (
        <Text size="sm">
          {isComplete
            ? `Comparing names and sizes of ${counted(state.found, 'file')}…`
            : `Waiting for the server’s list: ${counted(loadedCount, 'file')} loaded…`}
        </Text>
      );
    case 'unlisted':
      return <ErrorState title="The files on the server could not be listed" reason={state.reason} onRetry={onRetry} />;
    case 'hashing':
      return <HashProgressBar result={state} />;
    case 'stopped':
      return (
        <Text size="sm">
          {state.reason === 'cancelled' ? 'Stopped. ' : 'The code that compares contents could not be loaded. '}
          {`${counted(state.rest.length, 'file')} not compared yet. Compare continues where it stopped.`}
        </Text>
      );
    case 'done':
      return <Text size="sm">{`Compared ${formatTime(state.endedAt)}`}</Text>;
  }
}

interface ResultProps extends Pick<ComparisonProps, 'rootPath' | 'path' | 'datasets' | 'onUpload'> {
  readonly run: ComparisonRun;
  readonly result: ComparisonResult;
}

/** The groups of files, and what can be done with them. */
function Result({ rootPath, path, datasets, onUpload, run, result }: ResultProps) {
  const ports = usePorts();
  const [chosenTab, setTab] = useState<string | null>(null);
  const { groups } = result;
  const isGrowing = result.phase === 'hashing';
  const save = async (extension: 'csv' | 'json') => {
    const work = extension === 'csv' ? comparisonCsv(result) : comparisonJson(result, path);
    const pieces = await runInSlices(work, new AbortController().signal);
    const type = extension === 'csv' ? 'text/csv' : 'application/json';
    ports.saveText(pieces, comparisonFileName(path, ports.clock.now(), extension), type);
  };
  const tab = chosenTab ?? firstTab(result);
  return (
    <>
      <Notes result={result} path={path} />
      <div className={classes.actions}>
        {groups.onlyLocal.rows.length > 0 && !isGrowing && (
          <Button size="xs" onClick={() => onUpload(filesToUpload(groups.onlyLocal.rows, run, rootPath))}>
            Upload missing
          </Button>
        )}
        {groups.onlyServer.rows.length > 0 && !isGrowing && <FetchMissing rows={groups.onlyServer.rows} path={path} />}
        {!isGrowing && (
          <>
            <Button size="xs" variant="default" onClick={() => void save('csv')}>
              Save as CSV
            </Button>
            <Button size="xs" variant="default" onClick={() => void save('json')}>
              Save as JSON
            </Button>
          </>
        )}
      </div>
      {result.phase === 'done' && <MissingForecasts result={result} datasets={datasets} />}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          {COMPARISON_GROUPS.map((group) => (
            <Tabs.Tab key={group} value={group}>
              {`${LABELS[group]} (${groups[group].rows.length})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {COMPARISON_GROUPS.map((group) => (
          <Tabs.Panel key={group} value={group}>
            <ComparedTable
              label={LABELS[group]}
              path={path}
              group={groups[group]}
              isGrowing={isGrowing}
              emptyTitle={isGrowing ? 'Nothing so far' : EMPTY_TITLES[group]}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

/** Shows what needs attention first. */
function firstTab({ groups }: ComparisonResult): ComparisonGroup {
  const order = ['different', 'onlyLocal', 'onlyServer', 'notComparable'] as const;
  return order.find((group) => groups[group].rows.length > 0) ?? 'identical';
}

/** Notes about the limits of the result. */
function Notes({ result, path }: Pick<ResultProps, 'result' | 'path'>) {
  const { groups, toHash, systemFiles, unreadable } = result;
  const isNothingMatched = groups.identical.rows.length + groups.different.rows.length + toHash === 0;
  const folder = groups.onlyLocal.rows[0]?.local?.path.split('/').slice(0, -1)[0];
  const title = shownName(path.slice(path.lastIndexOf('/') + 1));
  return (
    <>
      {isNothingMatched && folder !== undefined && groups.onlyServer.rows.length > 0 && (
        <Text size="sm">
          No file of the folder {shownName(folder)} has the name of a file in {title}. Is it the right folder?
        </Text>
      )}
      {unreadable > 0 && (
        <Text size="sm">
          {`${counted(unreadable, 'file')} or folders could not be read: their files may be listed as only on the server.`}
        </Text>
      )}
      {systemFiles > 0 && <Text size="xs" c="dimmed">{`${counted(systemFiles, 'system file')} ignored`}</Text>}
    </>
  );
}

/** Files found before the generator yields. */
const PIECE_SIZE = 500;

async function* filesToUpload(
  rows: readonly ComparedFile[],
  run: ComparisonRun,
  rootPath: string,
): AsyncGenerator<FoundBatch, void> {
  const found = await runInSlices(chosenFiles(rows, run, rootPath), new AbortController().signal);
  yield { found, unreadable: 0 };
}

function* chosenFiles(
  rows: readonly ComparedFile[],
  run: ComparisonRun,
  rootPath: string,
): InPieces<readonly FoundFile[]> {
  const found: FoundFile[] = [];
  for (const [index, row] of rows.entries()) {
    const chosen = row.local && run.fileAt(row.local.index);
    if (chosen !== undefined) found.push({ ...chosen, relativePath: uploadRelativePath(row, chosen, rootPath) });
    if (index % PIECE_SIZE === PIECE_SIZE - 1) yield;
  }
  return found;
}
