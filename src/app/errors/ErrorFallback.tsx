import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import { usePorts } from '../../platform/portsContext';
import { ErrorBoundary, type CaughtError } from '../../ui/ErrorBoundary';
import { isChunkLoadError } from '../../ui/lazyWithRetry';
import { useCopy } from '../../ui/useCopy';
import classes from './ErrorFallback.module.css';
import { useErrorReport } from './errorReport';

/** Title and consequence of an error, by the part of the page that it took down. */
const PARTS = {
  app: {
    title: ERROR_CATALOGUE.routing.text,
    consequence: 'This page can’t be shown. Running uploads and downloads continue while this tab stays open.',
  },
  screen: {
    title: ERROR_CATALOGUE.routing.text,
    consequence: 'This page can’t be shown. Uploads and downloads continue.',
  },
  header: {
    title: 'The header can’t be shown.',
    consequence: 'The rest of the page still works.',
  },
  history: {
    title: 'The transfer history can’t be shown.',
    consequence: 'Your receipts are kept. Uploads and downloads continue.',
  },
  interrupted: {
    title: 'The interrupted upload can’t be shown.',
    consequence: 'Its uploaded parts are kept, and you can still resume it later.',
  },
  transfers: {
    title: 'The transfers can’t be shown.',
    consequence: 'Uploads and downloads continue in the background.',
  },
} as const;

/** A part of the page with an error boundary of its own. */
type PagePart = keyof typeof PARTS;

interface PartErrorBoundaryProps {
  readonly part: PagePart;
  /** A new value renders the children again. */
  readonly resetKey?: string;
  /** Adds a Close button to the fallback. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Replaces a part of the page with an `ErrorFallback` when it throws. The rest of the page stays. */
export function PartErrorBoundary({ part, resetKey, onClose, children }: PartErrorBoundaryProps) {
  return (
    <ErrorBoundary
      {...(resetKey !== undefined && { resetKey })}
      fallback={(caught, retry) => (
        <ErrorFallback
          part={part}
          caught={caught}
          onRetry={retry}
          hasProjectsLink={part === 'screen'}
          {...(onClose && { onClose })}
        />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

interface ErrorFallbackProps {
  readonly part: PagePart;
  readonly caught: CaughtError;
  readonly onRetry: () => void;
  /** Adds a link to the projects. It needs a router around it. */
  readonly hasProjectsLink?: boolean;
  readonly onClose?: () => void;
}

/** Explains an error in place of the part that threw it, and offers to retry and to copy a report. */
function ErrorFallback({ part, caught, onRetry, hasProjectsLink = false, onClose }: ErrorFallbackProps) {
  const { location } = usePorts();
  const copy = useCopy();
  const { message, text } = useErrorReport(part, caught);
  const isChunkMissing = isChunkLoadError(caught.error);
  const { title, consequence } = PARTS[part];
  return (
    <Paper withBorder p="md" role="alert" className={classes.fallback ?? ''} data-part={part}>
      <Stack gap="xs">
        <Title order={part === 'app' || part === 'screen' ? 1 : 2} size="h4">
          {title}
        </Title>
        <Text size="sm">{consequence}</Text>
        <Text size="sm">{isChunkMissing ? CHUNK_MISSING : message}</Text>
        <Group gap="xs">
          <Button variant="filled" size="xs" onClick={onRetry}>
            Try again
          </Button>
          {isChunkMissing && (
            <Button size="xs" onClick={() => location.assign(location.path())}>
              Reload
            </Button>
          )}
          {/* A link within the app: leaving the page would end running transfers. */}
          {hasProjectsLink && (
            <Button size="xs" component={Link} to="/">
              Back to the projects
            </Button>
          )}
          {onClose !== undefined && (
            <Button size="xs" onClick={onClose}>
              Close
            </Button>
          )}
          <Button size="xs" onClick={() => copy(text, 'Error report copied.')}>
            Copy error report
          </Button>
        </Group>
        <Text component="details" size="xs">
          <Text component="summary" inherit c="dimmed">
            Show the report. It contains no tokens or links, but the error message may name files.
          </Text>
          <Text component="pre" inherit ff="monospace" mah="16rem" style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
            {text}
          </Text>
        </Text>
      </Stack>
    </Paper>
  );
}

const CHUNK_MISSING =
  'Its code could not be loaded: you are offline, or a newer version of the app was installed. Try again, or reload the page. If an upload is running, the browser asks for confirmation before it reloads.';
