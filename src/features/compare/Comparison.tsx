import { Button, Text, Title, VisuallyHidden } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import { useListing } from '../../api/files';
import { useRefetchListing } from '../../api/refetchListing';
import {
  comparisonAnnouncement,
  hasResult,
  isComparing,
  type Comparison as ComparisonState,
} from '../../domain/compare/comparison';
import { shownName } from '../../domain/names/shownName';
import { formatTime } from '../../lib/formatTime';
import { lastSegment } from '../../lib/lastSegment';
import { counted } from '../../lib/plural';
import { err, ok } from '../../lib/result';
import { usePorts } from '../../platform/portsContext';
import type { FoundBatch } from '../../platform/readFiles';
import { selectSessionOwner, type WithSession } from '../../session/sessionSlice';
import { DropArea } from '../../ui/DropArea';
import { ErrorState, queryErrorText } from '../../ui/ErrorState';
import { FilePicker } from '../../ui/FilePicker';
import classes from './compare.module.css';
import { ComparisonReport, type ComparisonReportProps } from './ComparisonReport';
import { comparisonRunOf, type LoadListing } from './comparisonRun';
import { HashProgressBar } from './HashProgressBar';

interface ComparisonProps extends Omit<ComparisonReportProps, 'run' | 'result'> {
  /** Fills the height of its parent, a flex column. */
  readonly fills?: boolean;
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
  const title = shownName(lastSegment(path));
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
        <div className={classes.picker}>
          {!isBusy && <FilePicker isCompact prompt="Compare another folder:" purpose="compare" onChosen={choose} />}
        </div>
      )}
      <div className={classes.stage}>
        <Stage state={state} rootPath={rootPath} onRetry={() => run.compare(loadListing)} />
      </div>
      {hasResult(state) && <ComparisonReport {...props} run={run} result={state} />}
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
