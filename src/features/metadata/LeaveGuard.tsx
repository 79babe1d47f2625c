import { Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { hasFormOpen } from '@data-manager/domain/navigation/routePath';
import { useAppHistory } from '../../platform/appHistory';
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
  const history = useAppHistory();
  /** Performs the blocked navigation. */
  const [leave, setLeave] = useState<() => void>();

  useEffect(() => {
    if (!isDirty) return undefined;
    return history.guard((next, proceed) => {
      const { pathname } = history.current().location;
      const isBlocked = !isAllowed.current && (next.pathname !== pathname || !hasFormOpen(next.search));
      if (isBlocked) setLeave(() => proceed);
      return isBlocked;
    });
  }, [history, isDirty]);

  useEffect(() => {
    page.guardUnload('draft', isDirty);
    return () => page.guardUnload('draft', false);
  }, [page, isDirty]);

  return {
    /** Lets the form navigate away itself. */
    allowLeaving: () => {
      isAllowed.current = true;
    },
    isBlocked: leave !== undefined,
    leave: () => {
      setLeave(undefined);
      leave?.();
    },
    stay: () => setLeave(undefined),
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
    <FormDialog
      title="Leave without saving?"
      opened
      onClose={onStay}
      submitLabel="Leave"
      destructive
      pending={false}
      onSubmit={onLeave}
    >
      <Text size="sm">
        Your changes to the metadata of <Name>{title}</Name> will be lost.
      </Text>
    </FormDialog>
  );
}
