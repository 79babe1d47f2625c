import type { UseFormReturnType } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import type { DatasetMetadata } from '../../domain/dataset';
import { withImported, type MetadataDraft } from '../../domain/metadataDraft';
import { omit } from '../../lib/omit';

/** What an import gets of the form. */
interface ImportTools {
  /** What the form says now, as far as it can be read. */
  readonly current: Partial<DatasetMetadata>;
  /** Lays values over the form; the person can take it back. */
  readonly onApply: (values: Partial<DatasetMetadata>) => void;
}

/** Draws the way to values from elsewhere. */
export type RenderImport = (tools: ImportTools) => ReactNode;

/**
 * Lays imported values over the form, and takes them back as a whole.
 * @param keepsTitle a folder's title is its name, whatever is imported
 */
export function useImport(
  { values, setValues }: UseFormReturnType<MetadataDraft>,
  { keepsTitle }: { readonly keepsTitle: boolean },
) {
  const [before, setBefore] = useState<MetadataDraft>();
  return {
    apply: (imported: Partial<DatasetMetadata>) => {
      setBefore(values);
      setValues(withImported(values, keepsTitle ? omit(imported, 'dataset') : imported));
    },
    canUndo: before !== undefined,
    undo: () => {
      if (before !== undefined) setValues(before);
      setBefore(undefined);
    },
  };
}
