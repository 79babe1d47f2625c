import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useRef, useState, type ChangeEvent } from 'react';
import { MosaicDialog, type MosaicDialogProps } from './MosaicDialog';

type ImportFromMosaicButtonProps = Omit<MosaicDialogProps, 'file' | 'onClose'>;

/** Opens a file chooser, then a dialog that compares the chosen mosaic file with the form. */
export function ImportFromMosaicButton(props: ImportFromMosaicButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const { currentTarget: chooser } = event;
    setFile(chooser.files?.[0]);
    // Without this, choosing the same file again would not fire a change event.
    chooser.value = '';
  };
  return (
    <>
      <Button size="xs" leftSection={<IconFileImport size={16} aria-hidden />} onClick={() => input.current?.click()}>
        Import from mosaic
      </Button>
      <input ref={input} type="file" hidden aria-label="Mosaic file" onChange={choose} />
      {file !== undefined && <MosaicDialog {...props} file={file} onClose={() => setFile(undefined)} />}
    </>
  );
}
