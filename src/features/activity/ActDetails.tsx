import { Anchor, Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { addressOfKey } from '@data-manager/domain/listing/addressOfKey';
import { placeOfFile, type KeptAct } from '@data-manager/domain/transfers/acts';
import { formerName, withoutSponsor } from '@data-manager/domain/transfers/actText';
import { receiptsCsv, receiptsFileName, receiptsJson } from '@data-manager/domain/transfers/receiptExport';
import type { Receipt } from '@data-manager/domain/transfers/receipts';
import { formatCount } from '@data-manager/lib/formatNumber';
import { formatTime } from '@data-manager/lib/formatTime';
import { useFeature } from '../../api/configuration';
import { usePorts } from '../../platform/portsContext';
import { PathName } from '../../ui/Name';
import type { Question } from './QuestionDialog';
import { ReceiptParts } from './ReceiptParts';

interface ActDetailsProps {
  readonly act: KeptAct;
  readonly tabIndex: 0 | -1;
  readonly onAsk: (question: Question) => void;
}

/** When and where something was done, with which names, and what can be done with its receipts. */
export function ActDetails({ act, tabIndex, onAsk }: ActDetailsProps) {
  const { at, since, type, name, count, receipts } = act;
  const former = formerName(act);
  const [only, ...others] = receipts;
  const [from, to] = [formatTime(since), formatTime(at)];
  const place = type === 'file' ? placeOfFile(name) : type === 'job' ? name : undefined;
  return (
    <>
      <p translate="no">{from === to ? to : `${from} to ${to}`}</p>
      {(type === 'archive' || former !== undefined) && (
        <p>
          {former !== undefined && (
            <>
              <PathName>{former}</PathName>
              {' → '}
            </>
          )}
          <PathName>{name}</PathName>
        </p>
      )}
      {place !== undefined && (
        <p>
          <Anchor
            component={Link}
            to={addressOfKey(type === 'file' ? name : `${place}/`)}
            size="xs"
            tabIndex={tabIndex}
          >
            <PathName>{withoutSponsor(place)}</PathName>
          </Anchor>
        </p>
      )}
      {receipts.length > 0 && (
        <>
          {count > receipts.length && (
            <p>{`Receipts are kept of ${formatCount(receipts.length)} of ${formatCount(count)} files.`}</p>
          )}
          <ReceiptActions receipts={receipts} isUpload={act.action === 'upload'} tabIndex={tabIndex} onAsk={onAsk} />
        </>
      )}
      {only !== undefined && others.length === 0 && <ReceiptParts receipt={only} tabIndex={tabIndex} />}
    </>
  );
}

interface ReceiptActionsProps extends Pick<ActDetailsProps, 'tabIndex' | 'onAsk'> {
  readonly receipts: readonly Receipt[];
  readonly isUpload: boolean;
}

/** Exports the receipts, or deletes their files from the server. */
export function ReceiptActions({ receipts, isUpload, tabIndex, onAsk }: ReceiptActionsProps) {
  const { saveText, clock } = usePorts();
  const canDelete = useFeature('files.delete') && isUpload;
  const save = (extension: 'csv' | 'json') => {
    const text = extension === 'csv' ? receiptsCsv(receipts) : receiptsJson(receipts);
    saveText(text, receiptsFileName(clock.now(), extension), extension === 'csv' ? 'text/csv' : 'application/json');
  };
  const common = { size: 'compact-xs', tabIndex } as const;
  return (
    <Group gap="xs">
      <Button {...common} onClick={() => save('csv')}>
        Save as CSV
      </Button>
      <Button {...common} onClick={() => save('json')}>
        Save as JSON
      </Button>
      {canDelete && (
        <Button {...common} c="var(--mantine-color-error)" onClick={() => onAsk({ kind: 'deleteFiles', receipts })}>
          Delete files
        </Button>
      )}
    </Group>
  );
}
