import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { usePorts } from '../../platform/portsContext';
import { gatherFound, type FoundBatch } from '../../platform/readFiles';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DockedBar } from '../../ui/DockedBar';
import { FilePicker } from '../../ui/FilePicker';
import classes from './InterruptedBar.module.css';
import { selectHasInterrupted, selectInterruptedSummary, type WithInterrupted } from './interruptedSelectors';
import { discardRequested, reopenRequested, resumeRequested } from './interruptedSlice';
import {
  CHOOSE_WORDS,
  DISCARD_WORDS,
  ELSEWHERE_WORDS,
  interruptedBarWords,
  interruptedWords,
} from './interruptedWords';
import { SelectionReport } from './SelectionReport';

/** What pages that are gone have left of an upload: resume or discard it. Nothing at all while there is none. */
export function InterruptedBar() {
  const summary = useSelector(selectInterruptedSummary);
  const isShown = useSelector(selectHasInterrupted);
  if (!isShown) return null;
  return (
    <DockedBar label={interruptedBarWords.interruptedUpload} kind="task">
      <Stack gap="xs">
        {summary.left > 0 ? <Offer words={interruptedWords(summary)} /> : <Text size="sm">{ELSEWHERE_WORDS}</Text>}
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
          {interruptedBarWords.resume}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={work === 'discarding'}
          disabled={work === 'resuming'}
          onClick={() => setAsks(true)}
        >
          {interruptedBarWords.discard}
        </Button>
      </Group>
      {isElsewhere && <Text size="sm">{ELSEWHERE_WORDS}</Text>}
      <SelectionReport result={result} />
      {(isChoosing || result !== undefined) && work === undefined && (
        <FilePicker words={CHOOSE_WORDS} onChosen={(batches) => void rechoose(batches)} />
      )}
      <ConfirmDialog opened={asks} onClose={() => setAsks(false)} onConfirm={() => dispatch(discardRequested())}>
        {DISCARD_WORDS}
      </ConfirmDialog>
    </>
  );
}
