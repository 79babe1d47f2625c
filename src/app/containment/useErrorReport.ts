import { use, useState } from 'react';
import { useStore } from 'react-redux';
import { downloadPhase } from '../../domain/downloads/download';
import { errorHeadline, errorReportText } from '../../domain/failures/errorReport';
import type { PagePart } from '../../domain/failures/failureWords';
import { routePattern } from '../../domain/navigation/routePath';
import { usePorts } from '../../platform/portsContext';
import { createSessionSecrets } from '../../session/sessionSecrets';
import type { CaughtError } from '../../ui/ErrorBoundary';
import type { AppStore } from '../createAppStore';
import { RecentFactsContext } from './recentFactsContext';

type AppState = ReturnType<AppStore['getState']>;

interface Report {
  /** What was thrown, in one line for the page. */
  readonly message: string;
  /** All of it, for support. */
  readonly text: string;
}

/** What is told of an error, without tokens, links and queries; as it was when the error was caught. */
export function useErrorReport(part: PagePart, { error, componentStack }: CaughtError): Report {
  const ports = usePorts();
  const store = useStore<AppState>();
  const recentFacts = use(RecentFactsContext);
  const [caughtAt] = useState(() => ports.clock.now());
  const [facts] = useState(() => recentFacts());
  const [transfers] = useState(() => countTransfers(store.getState()));
  const [secrets] = useState(() => createSessionSecrets(ports));
  secrets.learn();
  const text = errorReportText(
    {
      ...ports.about(),
      when: caughtAt,
      isOnline: ports.page.isOnline(),
      part,
      route: routePattern(ports.location.path()),
      error,
      componentStack,
      transfers,
      recentFacts: facts,
    },
    secrets.clean,
  );
  return { message: errorHeadline(error, secrets.clean), text };
}

function countTransfers({ downloads, uploads }: AppState): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const count = (phase: string): void => {
    counts[phase] = (counts[phase] ?? 0) + 1;
  };
  for (const item of downloads.items) count(`downloads ${downloadPhase(item)}`);
  for (const { progress } of uploads.files) count(`uploads ${progress.phase}`);
  return counts;
}
