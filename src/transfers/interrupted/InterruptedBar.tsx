import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { usePorts } from '../../platform/portsContext';
import { gatherFound, type FoundBatch } from '../../platform/readFiles';
import { DockedBar } from '../../ui/DockedBar';
import { FilePicker } from '../../ui/FilePicker';
import { ConfirmDialog } from '../../ui/FormDialog';
import classes from './InterruptedBar.module.css';
import { selectHasInterrupted, selectInterruptedSummary, type WithInterrupted } from './interruptedSelectors';
import { discardRequested, reopenRequested, resumeRequested } from './interruptedSlice';
import { interruptedWords } from './interruptedWords';
import { SelectionReport } from './SelectionReport';

/** What pages that are gone have left of an upload: resume or discard it. Nothing at all while there is none. */
export function InterruptedBar() {
  const summary = useSelector(selectInterruptedSummary);
  const isShown = useSelector(selectHasInterrupted);
  if (!isShown) return null;
  return (
    <DockedBar label={interruptedWords.interruptedUpload} kind="task">
      <Stack gap="xs">
        {summary.left > 0 ? (
          <Offer words={interruptedWords.left(summary.left, summary.total, summary.bytesLeft)} />
        ) : (
          <Text size="sm">{interruptedWords.elsewhere}</Text>
        )}
      </Stack>
    </DockedBar>
  );
}

function Offer({ words }: { readonly words: string }) {
  const ports = usePorts();
  const dispatch = useDispatch();
  const { isReopenable, isElsewhere, work, result } = useSelector((state: WithInterrupted) => state.interrupted);
  const [isChoosing, setChoosing] = useState(false);
  const [asks, setAsks] = useState(false);
  const resume = () => {
    if (isReopenable) dispatch(reopenRequested());
    else setChoosing(true);
  };
  const rechoose = async (batches: AsyncIterable<FoundBatch>) => {
    const { found } = await gatherFound(batches);
    const files = found.map(({ file, relativePath, size, lastModified }) => ({
      id: ports.files.add(file),
      name: file.name,
      size,
      lastModified,
      webkitRelativePath: relativePath,
    }));
    if (files.length > 0) dispatch(resumeRequested({ files }));
  };
  return (
    <>
      <Group gap="sm">
        <Text size="sm" className={classes.words ?? ''}>
          {words}
        </Text>
        <Button size="xs" loading={work === 'resuming'} disabled={work === 'discarding'} onClick={resume}>
          {interruptedWords.resume}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={work === 'discarding'}
          disabled={work === 'resuming'}
          onClick={() => setAsks(true)}
        >
          {interruptedWords.discard}
        </Button>
      </Group>
      {isElsewhere && <Text size="sm">{interruptedWords.elsewhere}</Text>}
      <SelectionReport result={result} />
      {(isChoosing || result !== undefined) && work === undefined && (
        <FilePicker prompt={interruptedWords.choose} onChosen={(batches) => void rechoose(batches)} />
      )}
      <ConfirmDialog opened={asks} onClose={() => setAsks(false)} onConfirm={() => dispatch(discardRequested())}>
        {interruptedWords.whatDiscardingMeans}
      </ConfirmDialog>
    </>
  );
}
