import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { hasFormOpen } from '@data-manager/domain/navigation/routePath';
import { usePorts } from '../../platform/portsContext';
import { FormDialog } from '../../ui/FormDialog';
import { Name } from '../../ui/Name';

/**
 * Blocks navigation away from unsaved changes until it is confirmed: by the browser when the page is closed, by a
 * `LeaveDialog` when the route changes. Navigation that keeps the form open, for example to another folder, is not blocked.
 */
export function useLeaveGuard(isDirty: boolean) {
  const { page } = usePorts();
  const isAllowed = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !isAllowed.current &&
      (nextLocation.pathname !== currentLocation.pathname || !hasFormOpen(nextLocation.search)),
  );

  useEffect(() => {
    page.guardUnload('draft', isDirty);
    return () => page.guardUnload('draft', false);
  }, [page, isDirty]);

  return {
    /** Lets the form navigate away itself. */
    allowLeaving: () => {
      isAllowed.current = true;
    },
    isBlocked: blocker.state === 'blocked',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  };
}

interface LeaveDialogProps {
  /** The dataset's title. */
  readonly title: string;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks for confirmation before unsaved changes are discarded. */
export function LeaveDialog({ title, onLeave, onStay }: LeaveDialogProps) {
  return (
    <FormDialog title="Leave without saving?" onClose={onStay} submitLabel="Leave" destructive onSubmit={onLeave}>
      <Text size="sm">
        Your changes to the metadata of <Name>{title}</Name> will be lost.
      </Text>
    </FormDialog>
  );
}
