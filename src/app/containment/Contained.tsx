import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PagePart } from '../../domain/failures/failureWords';
import { ErrorBoundary } from '../../ui/ErrorBoundary';
import { FallenPart } from './FallenPart';
import { HomeLink } from './HomeLink';

interface ContainedProps {
  readonly part: PagePart;
  /** Another one shows the part again by itself. */
  readonly resetKey?: string;
  /** Lets a part that fell over go. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** A part of the page whose errors stay in their place. */
export function Contained({ part, resetKey, onClose, children }: ContainedProps) {
  return (
    <ErrorBoundary
      {...(resetKey !== undefined && { resetKey })}
      fallback={(caught, retry) => (
        <FallenPart part={part} caught={caught} onRetry={retry}>
          {part === 'screen' && <HomeLink />}
          {onClose !== undefined && (
            <Button size="xs" variant="default" onClick={onClose}>
              Close
            </Button>
          )}
        </FallenPart>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
