import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { PART_NOT_LOADED_WORDS } from '../domain/failureWords';
import { usePorts } from '../platform/portsContext';
import type { TransferHistory } from '../transfers/history/TransferHistory';
import { useFocusReturn } from '../ui/useFocusReturn';
import classes from './AppLayout.module.css';
import { appWords } from './appWords';
import { Contained } from './containment/Contained';

/** Opens what was transferred, loaded on demand: most visits never look at it. */
export function TransferHistoryButton() {
  const ports = usePorts();
  const [View, setView] = useState<typeof TransferHistory>();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useFocusReturn(isOpen, button);

  const close = () => setIsOpen(false);
  const open = async () => {
    setIsOpen(true);
    try {
      const part = await import('../transfers/history/TransferHistory');
      setView(() => part.TransferHistory);
    } catch {
      ports.toast(PART_NOT_LOADED_WORDS, 'error');
      close();
    }
  };
  return (
    <>
      <Button
        ref={button}
        variant="default"
        className={classes.historyButton ?? ''}
        size="xs"
        loading={isOpen && View === undefined}
        aria-haspopup="dialog"
        aria-keyshortcuts="h"
        onClick={() => void open()}
      >
        <IconHistory size={16} aria-hidden />
        <span className={classes.historyWords}>{appWords.transferHistory}</span>
      </Button>
      {isOpen && View !== undefined && (
        <Contained part="history" onClose={close}>
          <View onClose={close} />
        </Contained>
      )}
    </>
  );
}
