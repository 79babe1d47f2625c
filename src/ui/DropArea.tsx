import { IconUpload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { bringsFiles } from '../platform/bringsFiles';
import { readDrop } from '../platform/readDrop';
import type { FoundBatch } from '../platform/readFiles';
import classes from './DropArea.module.css';

interface DropAreaProps {
  /** What a drop does, shown while something is held over the page. */
  readonly words: string;
  /** Gets what was dropped batch by batch, as the browser reads it. Stable between renders. */
  readonly onDropped: (batches: AsyncIterable<FoundBatch>) => void;
}

/** Makes the whole page take files and folders, but for places of it that take them themselves, and while no dialog is open. */
export function DropArea({ words, onDropped }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!isForPage(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      // Between two elements of the page it names the other one.
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
      <p>{words}</p>
    </div>
  );
}

function isForPage(event: DragEvent): boolean {
  return !event.defaultPrevented && bringsFiles(event) && document.querySelector('[role=dialog]') === null;
}
