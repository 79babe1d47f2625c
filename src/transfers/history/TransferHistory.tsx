import { Modal, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectSessionOwner } from '../../session/sessionSlice';
import { CloseHistory } from './closeHistory';
import { DownloadHistory } from './DownloadHistory';
import { historyWords } from './historyWords';
import { RecordingAction } from './RecordingAction';
import { UploadHistory } from './UploadHistory';

/** What was uploaded, with the proof of it, and what was downloaded: only of whoever is signed in. */
export function TransferHistory({ onClose }: { readonly onClose: () => void }) {
  const owner = useSelector(selectSessionOwner);
  const [asks, setAsks] = useState(false);
  return (
    <Modal
      opened={owner !== undefined}
      onClose={onClose}
      title={historyWords.transferHistory}
      size="72rem"
      // The question in front of it closes first.
      closeOnEscape={!asks}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {owner !== undefined && (
        <Tabs defaultValue="uploads" keepMounted={false} key={`${owner.sponsorId}/${owner.userId}`}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="uploads">{historyWords.uploads}</Tabs.Tab>
            <Tabs.Tab value="downloads">{historyWords.downloads}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="uploads">
            <CloseHistory value={onClose}>
              <UploadHistory owner={owner} asks={asks} onAsk={setAsks} />
            </CloseHistory>
          </Tabs.Panel>
          <Tabs.Panel value="downloads">
            <DownloadHistory />
          </Tabs.Panel>
          <RecordingAction />
        </Tabs>
      )}
    </Modal>
  );
}
