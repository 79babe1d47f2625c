import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { counted } from '../../lib/plural';
import { partMd5sOf, receiptName, type KeptReceipt } from '../../domain/receipts';
import { shownName } from '../../domain/shownName';
import { formatTime } from '../../lib/formatTime';
import classes from './history.module.css';
import { useCopy } from '../../ui/useCopy';

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
    <div id={id} role="group" aria-label={`Receipt of ${name}`} className={classes.parts}>
      <p>{shownName(receipt.key)}</p>
      <p>{receipt.checksum}</p>
      <p>
        {formatTime(new Date(receipt.startedAt).toISOString())} to {formatTime(new Date(receipt.endedAt).toISOString())}
        , retries: {receipt.retries}
      </p>
      <p className={classes.partsHead}>
        <span>MD5 of {counted(md5s.length, 'part')}</span>
        <Button
          size="compact-xs"
          variant="default"
          tabIndex={tabIndex}
          onClick={() => copy(md5s.join('\n'), 'The MD5s are on the clipboard.')}
        >
          Copy the MD5s
        </Button>
      </p>
      <pre className={classes.md5s}>{numbered}</pre>
    </div>
  );
}
