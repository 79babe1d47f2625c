import type { UseFormReturnType } from '@mantine/form';
import { useMemo, useState, type ReactNode } from 'react';
import { useRemoteConfigurationQuery, type RemoteConfiguration } from '../../api/configuration';
import type { DatasetMetadata } from '../../domain/metadata/dataset';
import { MODALITY_ATTRIBUTES, withImported, type MetadataDraft } from '../../domain/metadata/metadataDraft';
import { omit } from '../../lib/omit';
import { err, ok } from '../../lib/result';
import { modalityChoices } from './modalities';

/** What an import gets of the form. */
interface ImportTools {
  /** What the form says now, as far as it can be read. */
  readonly current: Partial<DatasetMetadata>;
  readonly sponsorId: string;
  /** A folder's title is its name, whatever is imported. */
  readonly keepsTitle: boolean;
  readonly lists: Pick<RemoteConfiguration, 'tissueTypes' | 'devices' | 'attributes'>;
  /** Lays values over the form; the person can take it back. */
  readonly onApply: (values: Partial<DatasetMetadata>) => void;
}

/** Draws the way to values from elsewhere. */
export type RenderImport = (tools: ImportTools) => ReactNode;

/** As if the server had none of the lists: nothing can be checked. */
const NO_LISTS: ImportTools['lists'] = {
  tissueTypes: err('missing'),
  devices: err('missing'),
  attributes: err('missing'),
};

/** Modalities are attributes, which have lists of their own. */
function importLists(lists: RemoteConfiguration): ImportTools['lists'] {
  const { attributes } = lists;
  if (!attributes.ok) return lists;
  const options = MODALITY_ATTRIBUTES.flatMap((modality) => {
    const choices = modalityChoices(lists, modality);
    return choices?.ok === true ? [[modality, choices.value.map(({ value }) => value)] as const] : [];
  });
  return { ...lists, attributes: ok({ ...attributes.value, ...Object.fromEntries(options) }) };
}

/** Lays imported values over the form, and takes them back as a whole. */
export function useImport({ values, setValues }: UseFormReturnType<MetadataDraft>, keepsTitle: boolean) {
  const { data } = useRemoteConfigurationQuery();
  const lists = useMemo(() => (data === undefined ? NO_LISTS : importLists(data)), [data]);
  const [before, setBefore] = useState<MetadataDraft>();
  return {
    lists,
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
