import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { shownName } from '../../domain/names/shownName';
import { partMd5sOf, receiptName, type KeptReceipt } from '../../domain/transfers/receipts';
import { formatTime } from '../../lib/formatTime';
import { PathName } from '../../ui/Name';
import { useCopy } from '../../ui/useCopy';
import classes from './history.module.css';
import { historyWords } from './historyWords';

interface ReceiptPartsProps {
  readonly id: string;
  readonly receipt: KeptReceipt;
  readonly tabIndex: 0 | -1;
}

/** The whole receipt: the key, the checksum, and the MD5 of each part, as one text since there may be 10,000. */
export function ReceiptParts({ id, receipt, tabIndex }: ReceiptPartsProps) {
  const copy = useCopy();
  const md5s = useMemo(() => partMd5sOf(receipt), [receipt]);
  const numbered = useMemo(() => md5s.map((md5, index) => `${String(index + 1)}  ${md5}`).join('\n'), [md5s]);
  const name = shownName(receiptName(receipt));
  return (
    <div id={id} role="group" aria-label={historyWords.receiptOf(name)} data-row-details className={classes.parts}>
      <p>
        <PathName>{receipt.key}</PathName>
      </p>
      <p>{receipt.checksum}</p>
      <p>{historyWords.spanAndRetries(formatTime(receipt.startedAt), formatTime(receipt.endedAt), receipt.retries)}</p>
      <p className={classes.partsHead}>
        <span>{historyWords.md5OfParts(md5s.length)}</span>
        <Button
          size="compact-xs"
          variant="default"
          tabIndex={tabIndex}
          onClick={() => copy(md5s.join('\n'), historyWords.md5sCopied)}
        >
          {historyWords.copyMd5s}
        </Button>
      </p>
      <pre className={classes.md5s} role="group" aria-label={historyWords.md5OfParts(md5s.length)} tabIndex={tabIndex}>
        {numbered}
      </pre>
    </div>
  );
}
