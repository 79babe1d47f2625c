import { ActionIcon } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import { usePorts } from '../../platform/portsContext';
import { lazyWithRetry } from '../../ui/lazyWithRetry';
import { useFocusReturn } from '../../ui/useFocusReturn';
import classes from '../AppLayout.module.css';
import { useShortcuts } from './useShortcuts';

const LazyShortcutSheet = lazyWithRetry(() => import('./ShortcutSheet').then((module) => module.ShortcutSheet));

/** Opens the list of shortcuts, and stores whether they are enabled. */
export function ShortcutsButton() {
  const { preferences } = usePorts();
  const [isOpen, setIsOpen] = useState(false);
  const [isEnabled, setIsEnabled] = useState(() => preferences.get('shortcuts') !== 'off');
  useShortcuts(isEnabled);
  useFocusReturn(isOpen);
  const enable = (next: boolean) => {
    setIsEnabled(next);
    preferences.set('shortcuts', next ? 'on' : 'off');
  };
  return (
    <>
      <ActionIcon
        className={classes.shortcuts ?? ''}
        aria-label="Keyboard shortcuts"
        aria-keyshortcuts="?"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <IconKeyboard size={18} aria-hidden />
      </ActionIcon>
      {isOpen && <LazyShortcutSheet isEnabled={isEnabled} onChange={enable} onClose={() => setIsOpen(false)} />}
    </>
  );
}
