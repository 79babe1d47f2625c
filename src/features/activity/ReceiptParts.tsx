import { ActionIcon, Anchor, Button, Group } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Link } from 'react-router';
import { addressOfKey } from '@data-manager/domain/listing/addressOfKey';
import { shownName } from '@data-manager/domain/names/shownName';
import { partMd5sOf, plainMd5, receiptName, receiptRate, type Receipt } from '@data-manager/domain/transfers/receipts';
import { formatBytes, formatRate } from '@data-manager/lib/formatBytes';
import { formatDuration } from '@data-manager/lib/formatDuration';
import { formatCount } from '@data-manager/lib/formatNumber';
import { formatTime } from '@data-manager/lib/formatTime';
import { counted } from '@data-manager/lib/plural';
import { Name, PathName } from '../../ui/Name';
import { useCopy } from '../../ui/useCopy';
import classes from './history.module.css';

interface ReceiptPartsProps {
  readonly receipt: Receipt;
  readonly tabIndex: 0 | -1;
}

/** What else a receipt may name. */
const PATHS = [
  ['Uploaded as', 'formerKey'],
  ['Agrees with', 'manifest'],
  ['From the followed folder', 'followedFolder'],
  ['Sent by', 'client'],
  ['Saved to', 'savedTo'],
] as const;

/** The whole receipt. The MD5s are one text, since a file can have 10,000 parts. */
export function ReceiptParts({ receipt, tabIndex }: ReceiptPartsProps) {
  const copy = useCopy();
  const md5s = partMd5sOf(receipt);
  const numbered = md5s.map((md5, index) => `${String(index + 1)}  ${md5}`).join('\n');
  const md5 = plainMd5(receipt);
  const rate = receiptRate(receipt);
  const name = shownName(receiptName(receipt));
  const md5Heading = `MD5 of ${counted(md5s.length, 'part')}`;
  return (
    <div role="group" aria-label={`Receipt of ${name}`}>
      <p>
        <Anchor component={Link} to={addressOfKey(receipt.key)} size="xs" tabIndex={tabIndex}>
          <PathName>{receipt.key}</PathName>
        </Anchor>
      </p>
      {receipt.originalName !== undefined && (
        <p>
          Original name: <Name>{receipt.originalName}</Name>
        </p>
      )}
      {PATHS.map(([heading, member]) => {
        const path = receipt[member];
        return (
          path !== undefined && (
            <p key={member}>
              <span>{`${heading}: `}</span>
              <PathName>{path}</PathName>
            </p>
          )
        );
      })}
      {md5 !== undefined && (
        <p>
          MD5: <Name>{md5}</Name>
        </p>
      )}
      <p>
        S3 checksum: <Name>{receipt.checksum}</Name>{' '}
        <ActionIcon
          size="sm"
          tabIndex={tabIndex}
          aria-label={`Copy the checksum of ${name}`}
          onClick={() => copy(receipt.checksum, 'Checksum copied.')}
        >
          <IconCopy size={14} aria-hidden />
        </ActionIcon>
      </p>
      {receipt.startedAt === undefined ? (
        <p>{`${formatTime(receipt.endedAt)}, ${formatBytes(receipt.size)}`}</p>
      ) : (
        <>
          <p>{`${formatTime(receipt.startedAt)} to ${formatTime(receipt.endedAt)}, retries: ${formatCount(receipt.retries ?? 0)}`}</p>
          <p>
            {`${formatBytes(receipt.size)} in ${formatDuration(receipt.endedAt - receipt.startedAt)}${rate === undefined ? '' : `, ${formatRate(rate)}`}`}
          </p>
        </>
      )}
      <Group component="p" gap="xs">
        <span>{md5Heading}</span>
        <Button size="compact-xs" tabIndex={tabIndex} onClick={() => copy(md5s.join('\n'), 'MD5s copied.')}>
          Copy MD5s
        </Button>
      </Group>
      <pre translate="no" className={classes.md5s} role="group" aria-label={md5Heading} tabIndex={tabIndex}>
        {numbered}
      </pre>
    </div>
  );
}
