import { Modal, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useCanListDeleted } from '../../api/activity';
import { useFeature } from '../../api/configuration';
import { selectSessionOwner } from '../../session/sessionSlice';
import { ChangesHistory } from './ChangesHistory';
import { DeletedItems } from './DeletedItems';
import { DownloadHistory } from './DownloadHistory';
import { CloseHistory } from './receiptColumns';
import { ReceiptHistory, type Confirming } from './ReceiptHistory';
import { RecordingAction } from './RecordingAction';

const RECEIPT_KINDS = ['uploads', 'folders'] as const;

/** What happened and what can be taken back: the user's transfers and deletions, and for administrators those of everybody. */
export function ActivityDialog({ onClose }: { readonly onClose: () => void }) {
  const owner = useSelector(selectSessionOwner);
  const [confirming, setConfirming] = useState<Confirming>();
  const hasChanges = useFeature('activity.list');
  const hasDeleted = useCanListDeleted();
  return (
    <Modal
      opened={owner !== undefined}
      onClose={onClose}
      title="Activity"
      size="72rem"
      // Escape closes the confirmation dialog first.
      closeOnEscape={confirming === undefined}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {owner !== undefined && (
        <Tabs defaultValue="uploads" keepMounted={false} key={`${owner.sponsorId}/${owner.userId}`}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="uploads">Uploads</Tabs.Tab>
            <Tabs.Tab value="downloads">Downloads</Tabs.Tab>
            <Tabs.Tab value="folders">Folders</Tabs.Tab>
            {hasChanges && <Tabs.Tab value="changes">Jobs and renames</Tabs.Tab>}
            {hasDeleted && <Tabs.Tab value="deleted">Deleted</Tabs.Tab>}
          </Tabs.List>
          {RECEIPT_KINDS.map((kind) => (
            <Tabs.Panel value={kind} key={kind}>
              <CloseHistory value={onClose}>
                <ReceiptHistory owner={owner} kind={kind} confirming={confirming} onConfirmingChange={setConfirming} />
              </CloseHistory>
            </Tabs.Panel>
          ))}
          <Tabs.Panel value="downloads">
            <DownloadHistory />
          </Tabs.Panel>
          {hasChanges && (
            <Tabs.Panel value="changes">
              <ChangesHistory />
            </Tabs.Panel>
          )}
          {hasDeleted && (
            <Tabs.Panel value="deleted">
              <DeletedItems />
            </Tabs.Panel>
          )}
          <RecordingAction />
        </Tabs>
      )}
    </Modal>
  );
}
