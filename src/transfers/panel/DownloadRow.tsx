import { Button } from '@mantine/core';
import { memo, useState } from 'react';
import { useDispatch } from 'react-redux';
import { downloadPercent, type DownloadItem } from '../../domain/downloads/download';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { cancelRequested, removeRequested, retryRequested } from '../downloads/downloadsSlice';
import { panelWords } from './panelWords';
import { TransferRow } from './TransferRow';
import { downloadSizeWords, downloadWords } from './transferState';

/** One archive: what it is, where it stands, and what can be done about it. Of a hundred, only what changed is drawn. */
export const DownloadRow = memo(function DownloadRow({ item }: { readonly item: DownloadItem }) {
  const dispatch = useDispatch();
  const [asks, setAsks] = useState(false);
  const { id, phase } = item;
  const isPreparing = phase === 'preparing';
  return (
    <TransferRow
      title={item.title}
      name={item.zipFileName}
      percent={downloadPercent(item)}
      size={downloadSizeWords(item)}
      words={downloadWords(item)}
      isFailed={phase === 'failed'}
    >
      {phase === 'failed' && (
        <Button size="compact-xs" variant="light" onClick={() => dispatch(retryRequested({ id }))}>
          {panelWords.retryDownload}
        </Button>
      )}
      {isPreparing && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setAsks(true)}>
          {panelWords.cancelDownload}
        </Button>
      )}
      {phase !== 'preparing' && phase !== 'cancelling' && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => dispatch(removeRequested({ id }))}>
          {panelWords.removeDownload}
        </Button>
      )}
      <ConfirmDialog
        opened={asks && isPreparing}
        onClose={() => setAsks(false)}
        onConfirm={() => dispatch(cancelRequested({ id }))}
      >
        {panelWords.confirmCancel}
      </ConfirmDialog>
    </TransferRow>
  );
});
