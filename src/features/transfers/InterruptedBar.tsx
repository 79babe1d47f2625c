import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useDispatch, useSelector } from 'react-redux';
import { failureNotice } from '@data-manager/domain/failures/failureText';
import { nameInText } from '@data-manager/domain/names/shownName';
import { chosenFolder } from '@data-manager/domain/uploads/matchSelection';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { usePorts } from '../../platform/portsContext';
import { gatherFound, type FoundBatch } from '../../platform/reading/readFiles';
import { Sentence } from '../../platform/Sentence';
import {
  discardRequested,
  reopenRequested,
  resumeRequested,
  selectHasInterrupted,
  selectInterruptedFiles,
  selectInterruptedSummary,
  type InterruptedSummary,
  type SelectionResult,
  type WithInterrupted,
} from '../../transfers/interrupted/interruptedSlice';
import { DockedBar } from '../../ui/DockedBar';
import { FilePicker, type FilePickerHandle } from '../../ui/FilePicker';
import { ConfirmDialog } from '../../ui/FormDialog';
import { Name } from '../../ui/Name';

/** Refused files listed by name; a wrong folder may contain thousands. */
const LISTED_FILES = 5;

const RUNNING_ELSEWHERE = 'An upload is running in another tab. Keep that tab open until it is done.';

/** Offers to resume or discard uploads that were interrupted when a page closed. */
export function InterruptedBar() {
  const summary = useSelector(selectInterruptedSummary);
  const isShown = useSelector(selectHasInterrupted);
  if (!isShown) return null;
  return (
    <DockedBar label="Interrupted upload" kind="task">
      <Stack gap="xs">
        {summary.left > 0 ? (
          <Offer summary={summary} />
        ) : (
          <Text size="sm" flex="auto" py="0.25rem">
            {RUNNING_ELSEWHERE}
          </Text>
        )}
      </Stack>
    </DockedBar>
  );
}

function Offer({ summary }: { readonly summary: InterruptedSummary }) {
  const ports = usePorts();
  const dispatch = useDispatch();
  const { isReopenable, isElsewhere, status } = useSelector((state: WithInterrupted) => state.interrupted);
  const [isChoosing, setIsChoosing] = useState(false);
  const files = useSelector(selectInterruptedFiles);
  // The files that the dialog is about: others may be interrupted while it is open.
  const [discarded, setDiscarded] = useState<readonly string[]>();
  const result = status.kind === 'idle' ? status.result : undefined;
  const folder = chosenFolder(files);
  const picker = useRef<FilePickerHandle>(null);
  const resume = () => {
    if (isReopenable) {
      dispatch(reopenRequested());
      return;
    }
    // Browsers open a dialog only in the handler of the click.
    flushSync(() => setIsChoosing(true));
    if (folder !== undefined) picker.current?.chooseFolder();
  };
  const resumeWith = async (batches: AsyncIterable<FoundBatch>) => {
    const { found } = await gatherFound(batches);
    const chosen = found.map(({ file, relativePath, size, lastModified }) => ({
      id: ports.files.add(file),
      name: file.name,
      size,
      lastModified,
      webkitRelativePath: relativePath,
    }));
    if (chosen.length > 0) dispatch(resumeRequested({ files: chosen }));
  };
  return (
    <>
      <Group gap="sm">
        <Text size="sm" flex="auto" py="0.25rem">
          <span>{summaryText(summary)}</span>
          {folder !== undefined && (
            <span>
              {' Folder: '}
              <Name>{folder}</Name>.
            </span>
          )}
        </Text>
        <Group gap="sm" wrap="nowrap">
          <Button
            size="xs"
            variant={isChoosing ? 'default' : 'filled'}
            loading={status.kind === 'resuming'}
            disabled={status.kind === 'discarding'}
            onClick={resume}
          >
            Resume
          </Button>
          <Button
            size="xs"
            loading={status.kind === 'discarding'}
            disabled={status.kind === 'resuming'}
            onClick={() => setDiscarded(files.map(({ id }) => id))}
          >
            Discard
          </Button>
        </Group>
      </Group>
      {isElsewhere && <Text size="sm">{RUNNING_ELSEWHERE}</Text>}
      <SelectionReport result={result} />
      {(isChoosing || result !== undefined) && status.kind === 'idle' && (
        <Group justify="space-between" gap="0.25rem 1rem">
          <Text size="sm">
            <Sentence>{`Select the same ${folder === undefined ? 'files or folder' : `folder, ${nameInText(folder)},`} again. Only missing parts are uploaded.`}</Sentence>
          </Text>
          <FilePicker
            ref={picker}
            isCompact
            prompt={folder === undefined ? 'Drop them here, or:' : 'Drop it here, or:'}
            onChosen={(batches) => void resumeWith(batches)}
          />
        </Group>
      )}
      <ConfirmDialog
        opened={discarded !== undefined}
        onClose={() => setDiscarded(undefined)}
        onConfirm={() => dispatch(discardRequested({ ids: discarded ?? [] }))}
      >
        Uploaded parts of the interrupted files are deleted from the server, and they can no longer be resumed. Complete
        files stay.
      </ConfirmDialog>
    </>
  );
}

function summaryText({ left, elsewhere, total, bytes, stored, sent }: InterruptedSummary): string {
  const files = left === total ? counted(left, 'file') : `${formatCount(left)} of ${counted(total, 'file')}`;
  const size =
    sent > stored
      ? `${formatBytes(sent)} of ${formatBytes(bytes)} sent, ${formatBytes(sent - stored)} to be sent again`
      : stored > 0
        ? `${formatBytes(stored)} of ${formatBytes(bytes)} already uploaded`
        : formatBytes(bytes);
  const begun =
    elsewhere === 0 ? '' : ` ${elsewhere === left ? 'Begun' : `${formatCount(elsewhere)} begun`} elsewhere.`;
  return `Upload interrupted: ${files} remaining (${size}).${begun}`;
}

/** Reports the latest selection: a sentence about all files, then the reasons for refused files. */
function SelectionReport({ result }: { readonly result: SelectionResult | undefined }) {
  const refused = result?.refused ?? [];
  const more = refused.length - LISTED_FILES;
  return (
    <>
      <Text size="sm" role="status" display={result === undefined ? 'none' : 'block'}>
        {result && resultText(result)}
      </Text>
      {refused.length > 0 && (
        <Text component="ul" size="xs" ps="md" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
          {refused.slice(0, LISTED_FILES).map(({ id, failure }) => (
            <li key={id}>
              <Sentence>{failureNotice(failure).text}</Sentence>
            </li>
          ))}
          {more > 0 && <li>{counted(more, 'more file')}</li>}
        </Text>
      )}
    </>
  );
}

function resultText({ resumed, missing, foreign, forbidden, elsewhere, refused }: SelectionResult): string {
  if (resumed + refused.length + forbidden + elsewhere === 0) {
    return 'None of the selected files belongs to the interrupted upload. Path, size and modification time must match.';
  }
  return [
    resumed > 0 && `${counted(resumed, 'file')} resumed.`,
    missing > 0 && `${counted(missing, 'file')} not selected.`,
    foreign > 0 && `${counted(foreign, 'selected file')} ${plural(foreign, 'is', 'are')} not part of the upload.`,
    forbidden > 0 && `The browser was not allowed to open ${counted(forbidden, 'file')}.`,
    refused.length > 0 &&
      `${counted(refused.length, 'file')} can’t be resumed. Discard the upload, then upload changed files again.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}
