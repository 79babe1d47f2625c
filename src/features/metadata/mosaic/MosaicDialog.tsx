import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { SectionImage } from '../../../domain/completeness/completeness';
import type { DatasetMetadata } from '../../../domain/metadata/dataset';
import { judgeMosaic, type MosaicContext } from '../../../domain/mosaic/mosaicImport';
import { mosaicNotes } from '../../../domain/mosaic/mosaicNotes';
import { headWords, problemWords, refusalWords } from '../../../domain/mosaic/mosaicReport';
import { shownName } from '../../../domain/names/shownName';
import { FormDialog } from '../../../ui/FormDialog';
import classes from './mosaic.module.css';
import { MosaicComparison } from './MosaicComparison';
import { mosaicDialogWords } from './mosaicDialogWords';
import { useMosaic } from './useMosaic';

export interface MosaicDialogProps extends MosaicContext {
  readonly file: File;
  /** The dataset's images, which should agree with the mosaic. */
  readonly images: readonly SectionImage[];
  /** Gets the valid fields alone. */
  readonly onApply: (values: Partial<DatasetMetadata>) => void;
  readonly onClose: () => void;
}

/** Shows a mosaic beside the form: what would be taken, and what is left out and why. */
export function MosaicDialog(props: MosaicDialogProps) {
  const { file, images, onApply, onClose, current, sponsorId, lists, keepsTitle = false } = props;
  const reading = useMosaic(file);
  const mosaic = reading.phase === 'read' ? reading.mosaic : undefined;
  const judged = useMemo(() => {
    if (mosaic === undefined) return undefined;
    const context = { current, sponsorId, lists, keepsTitle };
    const result = judgeMosaic(mosaic, context);
    const remarks = [...mosaicNotes(mosaic, result, context, images), ...problemWords(mosaic)];
    return { ...result, remarks, canApply: Object.keys(result.values).length > 0 };
  }, [mosaic, current, sponsorId, lists, keepsTitle, images]);
  const apply = () => {
    onClose();
    if (judged !== undefined) onApply(judged.values);
  };
  return (
    <FormDialog
      title={mosaicDialogWords.importFromMosaic}
      size="xl"
      opened
      onClose={onClose}
      submitLabel={mosaicDialogWords.apply}
      pending={false}
      disabled={judged?.canApply !== true}
      onSubmit={apply}
    >
      <div role="status">
        {reading.phase === 'reading' && <Text size="sm">{mosaicDialogWords.reading(shownName(file.name))}</Text>}
        {reading.phase === 'refused' && <Text size="sm">{refusalWords(file.name, reading.refusal)}</Text>}
        {judged !== undefined && (
          <Text size="sm" data-valid={judged.isValid} className={classes.verdict}>
            {headWords(judged).join(' ')}
          </Text>
        )}
      </div>
      {judged !== undefined && judged.remarks.length > 0 && (
        <ul aria-label={mosaicDialogWords.notes} className={classes.notes}>
          {judged.remarks.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {judged !== undefined && <MosaicComparison fileName={file.name} rows={judged.rows} />}
    </FormDialog>
  );
}
