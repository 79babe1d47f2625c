import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { createLatePopup } from '../ui/latePopup';
import { useFocusReturn } from '../ui/useFocusReturn';
import classes from './AppLayout.module.css';
import { appWords } from './appWords';
import { Contained } from './containment/Contained';

const useTransferHistory = createLatePopup(() =>
  import('../transfers/history/TransferHistory').then((module) => module.TransferHistory),
);

/** Opens what was transferred, loaded on demand: most visits never look at it. */
export function TransferHistoryButton() {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useFocusReturn(isOpen, button);

  const close = () => setIsOpen(false);
  const View = useTransferHistory(isOpen, close);
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
        onClick={() => setIsOpen(true)}
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
