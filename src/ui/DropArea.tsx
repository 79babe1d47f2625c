import { IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { hasFiles } from '../platform/fileRegistry';
import { readDrop } from '../platform/readDrop';
import type { FoundBatch } from '../platform/readFiles';
import classes from './DropArea.module.css';

interface DropAreaProps {
  /** Shown while files are dragged over the page. */
  readonly hint: string;
  /** Receives the files in batches as the browser reads them. Must be stable between renders. */
  readonly onDropped: (batches: AsyncIterable<FoundBatch>) => void;
}

/** Accepts files and folders dropped anywhere on the page, except on other drop targets or while a dialog is open. */
export function DropArea({ hint, onDropped }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);

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
    const drop = (event: DragEvent) => {
      setIsOver(false);
      if (!isForPage(event)) return;
      event.preventDefault();
      onDropped(readDrop(event.dataTransfer?.items ?? []));
    };
    document.addEventListener('dragover', hover);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', hover);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [onDropped]);

  if (!isOver) return null;
  return (
    <div className={classes.overlay}>
      <IconUpload size={32} aria-hidden />
      <p>{hint}</p>
    </div>
  );
}

function isForPage(event: DragEvent): boolean {
  return !event.defaultPrevented && hasFiles(event) && document.querySelector('[role=dialog]') === null;
}
