import { Checkbox, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { SectionImage } from '@data-manager/domain/completeness/sectionImage';
import type { DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import type { Mosaic } from '@data-manager/domain/mosaic/mosaic';
import {
  importMosaic,
  isAccepted,
  withoutRows,
  type MosaicContext,
  type MosaicRow,
} from '@data-manager/domain/mosaic/mosaicImport';
import { mosaicNotes } from '@data-manager/domain/mosaic/mosaicNotes';
import { MOSAIC_MAX_BYTES, readMosaic } from '@data-manager/domain/mosaic/mosaicReader';
import { nameInText, shownName } from '@data-manager/domain/names/shownName';
import { Sentence } from '../../../platform/Sentence';
import { FormDialog } from '../../../ui/FormDialog';
import type { RenameText } from '../useRenameText';
import classes from './mosaic.module.css';
import {
  fileNotes,
  noteText,
  refusalText,
  rowLabel,
  shownValue,
  statusText,
  summaryText,
  type FileRefusal,
} from './mosaicTexts';

export interface MosaicDialogProps extends MosaicContext {
  readonly file: File;
  /** The dataset's images, to check the mosaic against. */
  readonly images: readonly SectionImage[];
  /** Describes the effects of a new title. */
  readonly renameText: RenameText;
  /** Called with the valid values. */
  readonly onApply: (values: Partial<DatasetMetadata>) => void;
  readonly onClose: () => void;
}

/** Compares a mosaic file with the form and imports its valid values. */
export function MosaicDialog(props: MosaicDialogProps) {
  const { file, images, renameText, onApply, onClose, current, sponsorId, lists, keepsTitle = false } = props;
  const reading = useMosaic(file);
  const mosaic = reading.status === 'read' ? reading.mosaic : undefined;
  const imported = useMemo(() => {
    if (mosaic === undefined) return undefined;
    const context = { current, sponsorId, lists, keepsTitle };
    const result = importMosaic(mosaic, context);
    const notes = [...mosaicNotes(mosaic, result, images).map(noteText), ...fileNotes(mosaic)];
    return { ...result, notes, canApply: Object.keys(result.values).length > 0 };
  }, [mosaic, current, sponsorId, lists, keepsTitle, images]);
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const isExcluded = (row: MosaicRow) => excluded.has(rowLabel(row));
  const toggle = (row: MosaicRow) => {
    const next = new Set(excluded);
    if (!next.delete(rowLabel(row))) next.add(rowLabel(row));
    setExcluded(next);
  };
  const newTitle = imported?.values.dataset ?? '';
  const renaming = renameText(newTitle);
  const keepsName = imported?.rows.some((row) => isTitle(row) && isExcluded(row));
  const apply = () => {
    onClose();
    if (imported !== undefined) onApply(withoutRows(imported.values, imported.rows.filter(isExcluded), current));
  };
  return (
    <FormDialog
      title="Import from mosaic"
      size="xl"
      onClose={onClose}
      submitLabel="Apply"
      // The status above says what is wrong with the file.
      disabledReason={imported?.canApply === true ? undefined : ''}
      onSubmit={apply}
    >
      <div role="status">
        {reading.status === 'reading' && (
          <Text size="sm">
            <Sentence>{`Reading ${nameInText(file.name)}…`}</Sentence>
          </Text>
        )}
        {reading.status === 'refused' && (
          <Text size="sm">
            <Sentence>{refusalText(file.name, reading.refusal)}</Sentence>
          </Text>
        )}
        {imported !== undefined && (
          <Text size="sm" data-valid={imported.isValid} className={classes.summary}>
            <Sentence>{summaryText(imported)}</Sentence>
          </Text>
        )}
      </div>
      {renaming !== undefined && (
        <Text size="sm" role="alert" className={classes.summary}>
          <Sentence>{`The mosaic belongs to “${nameInText(newTitle)}”. ${keepsName ? 'The title is left out: this dataset keeps its name.' : renaming}`}</Sentence>
        </Text>
      )}
      {imported !== undefined && imported.notes.length > 0 && (
        <ul aria-label="Notes" className={classes.notes}>
          {imported.notes.map((note) => (
            <li key={note}>
              <Sentence>{note}</Sentence>
            </li>
          ))}
        </ul>
      )}
      {imported !== undefined && (
        <Comparison fileName={file.name} rows={imported.rows} isExcluded={isExcluded} onToggle={toggle} />
      )}
    </FormDialog>
  );
}

interface ComparisonProps {
  readonly fileName: string;
  readonly rows: readonly MosaicRow[];
  readonly isExcluded: (row: MosaicRow) => boolean;
  readonly onToggle: (row: MosaicRow) => void;
}

function Comparison({ fileName, rows, isExcluded, onToggle }: ComparisonProps) {
  return (
    <table className={classes.comparison} aria-label={`Form and ${shownName(fileName)}`}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">In the form</th>
          <th scope="col">In the mosaic</th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} data-accepted={isAccepted(row)} data-status={row.status.kind}>
            <th scope="row">{rowLabel(row)}</th>
            <td translate="no">{row.current === '' ? '–' : shownValue(row.current)}</td>
            <td translate="no">{row.imported === '' ? '–' : shownValue(row.imported)}</td>
            <td>
              {canExclude(row) ? (
                <Checkbox
                  size="xs"
                  aria-label={`Import ${rowLabel(row)}`}
                  checked={!isExcluded(row)}
                  onChange={() => onToggle(row)}
                  label={<Sentence>{isExcluded(row) ? 'Left out' : statusText(row)}</Sentence>}
                />
              ) : (
                <Sentence>{statusText(row)}</Sentence>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isTitle({ subject }: MosaicRow): boolean {
  return subject.kind === 'field' && subject.field === 'dataset';
}

/** Returns true for a row that would change the form. */
function canExclude(row: MosaicRow): boolean {
  return isAccepted(row) && row.status.kind !== 'unchanged';
}

type MosaicReading =
  | { readonly status: 'reading' }
  | { readonly status: 'read'; readonly mosaic: Mosaic }
  | { readonly status: 'refused'; readonly refusal: FileRefusal };

/** Reads a mosaic file. */
function useMosaic(file: File): MosaicReading {
  const [reading, setReading] = useState<MosaicReading>({ status: 'reading' });
  useEffect(() => {
    let isCurrent = true;
    void readFile(file).then((result) => {
      if (isCurrent) setReading(result);
    });
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return reading;
}

async function readFile(file: File): Promise<MosaicReading> {
  if (file.size > MOSAIC_MAX_BYTES) return { status: 'refused', refusal: 'tooLarge' };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return { status: 'refused', refusal: 'unreadable' };
  const mosaic = readMosaic(new Uint8Array(bytes));
  return mosaic.ok ? { status: 'read', mosaic: mosaic.value } : { status: 'refused', refusal: mosaic.failure };
}
