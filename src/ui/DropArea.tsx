import { Stack } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { hasFiles } from '../platform/reading/fileRegistry';
import { readDrop } from '../platform/reading/readDrop';
import type { FoundBatch } from '../platform/reading/readFiles';
import { Sentence } from '../platform/Sentence';

interface DropAreaProps {
  /** Shown while files are dragged over the page. */
  readonly hint: string;
  /** Receives the files in batches as the browser reads them. */
  readonly onDropped: (batches: AsyncIterable<FoundBatch>) => void;
}

/** Accepts files and folders dropped anywhere on the page, except on other drop targets or while a dialog is open. */
export function DropArea({ hint, onDropped }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);

  const drop = useEffectEvent((event: DragEvent) => {
    setIsOver(false);
    if (!isForPage(event)) return;
    event.preventDefault();
    onDropped(readDrop(event.dataTransfer?.items ?? []));
  });
  // On the document: the guard against stray drops is on the window, and runs after these.
  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!isForPage(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      // Null only when the pointer leaves the page.
      if (event.relatedTarget === null) setIsOver(false);
    };
    document.addEventListener('dragover', hover);
    document.addEventListener('dragleave', leave);
    const onDrop = (event: DragEvent) => drop(event);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', hover);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', onDrop);
    };
  }, []);

  if (!isOver) return null;
  return (
    <Stack
      gap="xs"
      align="center"
      justify="center"
      pos="fixed"
      inset="0.5rem"
      bd="2px dashed var(--mantine-color-anchor)"
      bdrs="md"
      bg="color-mix(in srgb, var(--mantine-color-body) 88%, transparent)"
      c="var(--mantine-color-anchor)"
      fw={600}
      // Drag events reach the page below.
      style={{ zIndex: 300, pointerEvents: 'none' }}
    >
      <IconUpload size={32} aria-hidden />
      <Sentence>{hint}</Sentence>
    </Stack>
  );
}

function isForPage(event: DragEvent): boolean {
  return !event.defaultPrevented && hasFiles(event) && document.querySelector('[role=dialog]') === null;
}
