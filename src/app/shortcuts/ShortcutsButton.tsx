import { ActionIcon } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { useState } from 'react';
import { usePorts } from '../../platform/portsContext';
import { latePart } from '../../ui/latePart';
import { useFocusReturn } from '../../ui/useFocusReturn';
import classes from '../AppLayout.module.css';
import { appWords } from '../appWords';
import { useShortcuts } from './useShortcuts';

const ShortcutSheet = latePart(() => import('./ShortcutSheet').then((module) => module.ShortcutSheet));

/** Opens the sheet of shortcuts, and keeps whether they are used. */
export function ShortcutsButton() {
  const { preferences } = usePorts();
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(() => preferences.get('shortcuts') !== 'off');
  useShortcuts(isOn);
  useFocusReturn(isOpen);
  const choose = (next: boolean) => {
    setIsOn(next);
    preferences.set('shortcuts', next ? 'on' : 'off');
  };
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.shortcuts ?? ''}
        aria-label={appWords.keyboardShortcuts}
        aria-keyshortcuts="?"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <IconKeyboard size={18} aria-hidden />
      </ActionIcon>
      {isOpen && <ShortcutSheet isOn={isOn} onSwitch={choose} onClose={() => setIsOpen(false)} />}
    </>
  );
}
