import { Button } from '@mantine/core';
import { shownName } from '@data-manager/domain/names/shownName';
import { partMd5sOf, plainMd5, receiptName, type KeptReceipt } from '@data-manager/domain/transfers/receipts';
import { formatCount } from '@data-manager/lib/formatNumber';
import { formatTime } from '@data-manager/lib/formatTime';
import { counted } from '@data-manager/lib/plural';
import { PathName } from '../../ui/Name';
import { useCopy } from '../../ui/useCopy';
import classes from './history.module.css';

interface ReceiptPartsProps {
  readonly id: string;
  readonly receipt: KeptReceipt;
  readonly tabIndex: 0 | -1;
}

/** The whole receipt. The MD5s are one text, since a file can have 10,000 parts. */
export function ReceiptParts({ id, receipt, tabIndex }: ReceiptPartsProps) {
  const copy = useCopy();
  const md5s = partMd5sOf(receipt);
  const numbered = md5s.map((md5, index) => `${String(index + 1)}  ${md5}`).join('\n');
  const md5 = plainMd5(receipt);
  const name = shownName(receiptName(receipt));
  const md5Heading = `MD5 of ${counted(md5s.length, 'part')}`;
  return (
    <div id={id} role="group" aria-label={`Receipt of ${name}`} data-row-details className={classes.parts}>
      <p>
        <PathName>{receipt.key}</PathName>
      </p>
      {receipt.originalName !== undefined && <p>Original name: {shownName(receipt.originalName)}</p>}
      {receipt.savedTo !== undefined && (
        <p>
          Saved to: <PathName>{receipt.savedTo}</PathName>
        </p>
      )}
      {md5 !== undefined && <p>MD5: {md5}</p>}
      <p>S3 checksum: {receipt.checksum}</p>
      <p>
        {formatTime(receipt.startedAt)} to {formatTime(receipt.endedAt)}, retries: {formatCount(receipt.retries)}
      </p>
      <p className={classes.partsHead}>
        <span>{md5Heading}</span>
        <Button
          size="compact-xs"
          variant="default"
          tabIndex={tabIndex}
          onClick={() => copy(md5s.join('\n'), 'MD5s copied.')}
        >
          Copy MD5s
        </Button>
      </p>
      <pre className={classes.md5s} role="group" aria-label={md5Heading} tabIndex={tabIndex}>
        {numbered}
      </pre>
    </div>
  );
}
