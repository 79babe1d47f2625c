import { Button, Group, Text } from '@mantine/core';
import { IconFiles, IconFolder, IconUpload } from '@tabler/icons-react';
import { useImperativeHandle, useRef, useState, type ChangeEvent, type DragEvent, type Ref } from 'react';
import { hasFiles } from '../platform/reading/fileRegistry';
import { readDrop } from '../platform/reading/readDrop';
import { readFiles, type FoundBatch } from '../platform/reading/readFiles';
import classes from './FilePicker.module.css';
/** Missing in React's types although all browsers support it. */
const FOLDER_ATTRIBUTE = { webkitdirectory: '' };

/** Opens the browser's dialogs. Browsers allow it only in the handler of a click. */
export interface FilePickerHandle {
  readonly chooseFolder: () => void;
}

interface FilePickerProps {
  readonly ref?: Ref<FilePickerHandle>;
  readonly prompt: string;
  /** Completes the names of the fields: `Files to {purpose}`. */
  readonly purpose?: string;
  /** A single line instead of a large drop zone. */
  readonly isCompact?: boolean;
  /** Receives the files in batches as the browser reads them. */
  readonly onChosen: (batches: AsyncIterable<FoundBatch>) => void;
}

/** Selects files or a folder, by button or by drag and drop. */
export function FilePicker({ ref, prompt, purpose = 'upload', isCompact = false, onChosen }: FilePickerProps) {
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const chooseFolder = () => folderInput.current?.click();
  useImperativeHandle(ref, () => ({ chooseFolder }));
  const [isOver, setIsOver] = useState(false);
  // Each choice gets new inputs: the files of the earlier inputs are still being read, and the same files can be chosen again.
  const [choices, setChoices] = useState(0);

  const take = ({ currentTarget: { files } }: ChangeEvent<HTMLInputElement>) => {
    setChoices((count) => count + 1);
    onChosen(readFiles(files ?? []));
  };
  const drop = (event: DragEvent) => {
    setIsOver(false);
    if (!hasFiles(event)) return;
    event.preventDefault();
    onChosen(readDrop(event.dataTransfer.items));
  };
  const hover = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsOver(true);
  };

  return (
    <div
      className={classes.dropZone}
      data-over={isOver || undefined}
      data-compact={isCompact || undefined}
      onDragOver={hover}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {!isCompact && <IconUpload size={24} aria-hidden />}
      <Text size={isCompact ? 'xs' : 'sm'}>{prompt}</Text>
      <Group gap="xs" justify="center" wrap="nowrap">
        <Button size="xs" leftSection={<IconFiles size={16} aria-hidden />} onClick={() => filesInput.current?.click()}>
          Choose files
        </Button>
        {/* Before anything is chosen, it is the next step: a microscope leaves a folder. */}
        <Button
          size="xs"
          variant={isCompact ? 'default' : 'filled'}
          leftSection={<IconFolder size={16} aria-hidden />}
          onClick={chooseFolder}
        >
          Choose folder
        </Button>
      </Group>
      <input
        key={`files ${choices}`}
        ref={filesInput}
        type="file"
        multiple
        hidden
        aria-label={`Files to ${purpose}`}
        onChange={take}
      />
      <input
        key={`folder ${choices}`}
        ref={folderInput}
        type="file"
        {...FOLDER_ATTRIBUTE}
        hidden
        aria-label={`Folder to ${purpose}`}
        onChange={take}
      />
    </div>
  );
}
