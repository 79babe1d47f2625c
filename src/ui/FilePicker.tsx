import { Button, Group, Text } from '@mantine/core';
import { IconFiles, IconFolder, IconUpload } from '@tabler/icons-react';
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react';
import { bringsFiles } from '../platform/bringsFiles';
import { readDrop } from '../platform/readDrop';
import { readFiles, type FoundBatch } from '../platform/readFiles';
import classes from './FilePicker.module.css';
/** React's types do not know the attribute, which every browser does. */
const WHOLE_FOLDER = { webkitdirectory: '' };

interface FilePickerProps {
  /** What it asks for. */
  readonly words: string;
  /** Gets what was chosen batch by batch, as the browser reads it. */
  readonly onChosen: (batches: AsyncIterable<FoundBatch>) => void;
}

/** Three ways to choose: files, a folder, or dropping both. */
export function FilePicker({ words, onChosen }: FilePickerProps) {
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    onChosen(readFiles([...(input.files ?? [])]));
    // So that choosing the same files again is a change again.
    input.value = '';
  };
  const drop = (event: DragEvent) => {
    setIsOver(false);
    if (!bringsFiles(event)) return;
    event.preventDefault();
    onChosen(readDrop(event.dataTransfer.items));
  };
  const hover = (event: DragEvent) => {
    if (!bringsFiles(event)) return;
    event.preventDefault();
    setIsOver(true);
  };

  return (
    <div
      className={classes.dropZone}
      data-over={isOver || undefined}
      onDragOver={hover}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconUpload size={24} aria-hidden />
      <Text size="sm">{words}</Text>
      <Group gap="xs" justify="center">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFiles size={16} aria-hidden />}
          onClick={() => filesInput.current?.click()}
        >
          Choose files
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFolder size={16} aria-hidden />}
          onClick={() => folderInput.current?.click()}
        >
          Choose folder
        </Button>
      </Group>
      <input ref={filesInput} type="file" multiple hidden aria-label="Files to upload" onChange={take} />
      <input ref={folderInput} type="file" {...WHOLE_FOLDER} hidden aria-label="Folder to upload" onChange={take} />
    </div>
  );
}
