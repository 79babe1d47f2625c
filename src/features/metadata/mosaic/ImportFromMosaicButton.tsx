import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useRef, useState, type ChangeEvent } from 'react';
import { MosaicDialog, type MosaicDialogProps } from './MosaicDialog';
import { mosaicDialogWords } from './mosaicDialogWords';

type ImportFromMosaicButtonProps = Omit<MosaicDialogProps, 'file' | 'onClose'>;

/**
 * Asks for a mosaic file, compares it with the form, and hands over what is valid once the person applies it. Till then
 * nothing is changed.
 */
export function ImportFromMosaicButton(props: ImportFromMosaicButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const { currentTarget: chooser } = event;
    setFile(chooser.files?.[0]);
    // So that choosing the same file again is a change again.
    chooser.value = '';
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {mosaicDialogWords.importFromMosaic}
      </Button>
      <input ref={input} type="file" hidden aria-label={mosaicDialogWords.mosaicFile} onChange={take} />
      {file !== undefined && <MosaicDialog {...props} file={file} onClose={() => setFile(undefined)} />}
    </>
  );
}
