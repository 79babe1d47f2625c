import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { PART_NOT_LOADED_WORDS } from '../domain/failureWords';
import { usePorts } from '../platform/portsContext';
import type { TransferHistory } from '../transfers/history/TransferHistory';
import classes from './AppLayout.module.css';
import { appWords } from './appWords';
import { Contained } from './containment/Contained';

/** Opens what was transferred, loaded on demand: most visits never look at it. */
export function TransferHistoryButton() {
  const ports = usePorts();
  const [View, setView] = useState<typeof TransferHistory>();
  const [isLoading, setIsLoading] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  useEffect(() => {
    const isOpen = View !== undefined;
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [View]);

  const close = () => setView(undefined);
  const open = async () => {
    setIsLoading(true);
    try {
      const part = await import('../transfers/history/TransferHistory');
      setView(() => part.TransferHistory);
    } catch {
      ports.toast(PART_NOT_LOADED_WORDS, 'error');
    }
    setIsLoading(false);
  };
  return (
    <>
      <Button
        ref={button}
        variant="default"
        className={classes.historyButton ?? ''}
        size="xs"
        loading={isLoading}
        aria-haspopup="dialog"
        aria-keyshortcuts="h"
        onClick={() => void open()}
      >
        <IconHistory size={16} aria-hidden />
        <span className={classes.historyWords}>{appWords.transferHistory}</span>
      </Button>
      {View !== undefined && (
        <Contained part="history" onClose={close}>
          <View onClose={close} />
        </Contained>
      )}
    </>
  );
}
