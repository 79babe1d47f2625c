import type { Store } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useStore } from 'react-redux';
import { matchPath, parsePath } from 'react-router';
import {
  describeError,
  errorHeadline,
  errorReportText,
  type WithRecentActions,
} from '@data-manager/domain/failures/errorReport';
import { ROUTE_PATTERNS } from '@data-manager/domain/navigation/routePath';
import type { Crash, Ports } from '../../platform/ports';
import { usePorts } from '../../platform/portsContext';
import { createCleanLog, createSessionSecrets } from '../../session/sessionSecrets';
import type { CaughtError } from '../../ui/ErrorBoundary';
import type { AppStore } from '../createAppStore';

type AppState = ReturnType<AppStore['getState']>;

interface ErrorReport {
  /** The error in one line, for the page. */
  readonly message: string;
  /** The full report, for support. */
  readonly text: string;
}

/** Describes a caught error and the app at that moment, without tokens, links and queries. */
export function useErrorReport(part: string, { error, componentStack }: CaughtError): ErrorReport {
  const ports = usePorts();
  const store: Store<AppState> & Partial<WithRecentActions> = useStore<AppState>();
  const [caughtAt] = useState(() => ports.clock.now());
  const [recentActions] = useState(() => store.recentActions?.() ?? []);
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
      recentActions,
    },
    secrets.clean,
  );
  return { message: errorHeadline(error, secrets.clean), text };
}

/** Returns the pattern of a path, which has no names; `*` for the path of no screen. */
export function routePattern(path: string): string {
  const { pathname = '/' } = parsePath(path);
  const patterns = ['/', ...Object.values(ROUTE_PATTERNS)];
  return patterns.find((pattern) => matchPath({ path: pattern, caseSensitive: true }, pathname) !== null) ?? '*';
}

function countTransfers({ downloads, uploads }: AppState): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  const count = (phase: string): void => {
    counts[phase] = (counts[phase] ?? 0) + 1;
  };
  for (const { phase } of downloads.items) count(`downloads ${phase}`);
  for (const { progress } of uploads.files.flat()) count(`uploads ${progress.phase}`);
  return counts;
}

/** Logs errors to the console without secrets, in production. React itself would log them unchanged. */
export function createErrorLog(ports: Pick<Ports, 'log' | 'localStorage'>, onCrash?: (crash: Crash) => void) {
  const log = createCleanLog(ports, onCrash);
  return (error: unknown, componentStack = ''): void => {
    const { name, message, stack } = describeError(error);
    log(`${name}: ${message}\n${stack}\n${componentStack}`, {
      consequence: `A component crashed${componentStack}`,
      error,
    });
  };
}
