import { Button, Group, Text } from '@mantine/core';
import { IconFiles, IconFolder, IconUpload } from '@tabler/icons-react';
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react';
import { foundFiles, readDrop, type FoundFile } from '../platform/readDrop';
import classes from './FilePicker.module.css';

/** React's types do not know the attribute, which every browser does. */
const WHOLE_FOLDER = { webkitdirectory: '' };

interface FilePickerProps {
  /** What it asks for. */
  readonly words: string;
  readonly onFound: (found: readonly FoundFile[], unreadable: number) => void;
}

/** Three ways to choose: files, a folder, or dropping both. */
export function FilePicker({ words, onFound }: FilePickerProps) {
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    onFound(foundFiles(input.files ?? []), 0);
    // So that choosing the same files again is a change again.
    input.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void readDrop(event.dataTransfer.items).then(({ found, unreadable }) => onFound(found, unreadable));
  };
  const hover = (event: DragEvent) => {
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
