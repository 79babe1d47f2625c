import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureWords, type PagePart } from '../../domain/failures/failureWords';
import { isMissingCode } from '../../platform/isMissingCode';
import { usePorts } from '../../platform/portsContext';
import type { CaughtError } from '../../ui/ErrorBoundary';
import { useCopy } from '../../ui/useCopy';
import { appWords } from '../appWords';
import classes from './FallenPart.module.css';
import { useErrorReport } from './useErrorReport';

interface FallenPartProps {
  readonly part: PagePart;
  readonly caught: CaughtError;
  readonly onRetry: () => void;
  /** Other ways on. */
  readonly children?: ReactNode;
}

/** Stands in place of a part of the page that fell over: what happened, what goes on, and what can be done. */
export function FallenPart({ part, caught, onRetry, children }: FallenPartProps) {
  const { location } = usePorts();
  const copy = useCopy();
  const { message, text } = useErrorReport(part, caught);
  const isMissing = isMissingCode(caught.error);
  const { title, meaning } = failureWords.fallen[part];
  return (
    <Paper withBorder p="md" role="alert" className={classes.fallen ?? ''} data-part={part}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm">{meaning}</Text>
        <Text size="sm">{isMissing ? failureWords.partMissing : message}</Text>
        <Group gap="xs">
          <Button size="xs" onClick={onRetry}>
            Try again
          </Button>
          {isMissing && (
            <Button size="xs" variant="default" onClick={() => location.assign(location.path())}>
              {appWords.reload}
            </Button>
          )}
          {children}
          <Button size="xs" variant="default" onClick={() => copy(text, appWords.errorReportCopied)}>
            {appWords.copyErrorReport}
          </Button>
        </Group>
        <details className={classes.report}>
          <summary>{appWords.aboutErrorReport}</summary>
          <pre>{text}</pre>
        </details>
      </Stack>
    </Paper>
  );
}
