import type { UseFormReturnType } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { MODALITY_ATTRIBUTES, type DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import { withImported, type MetadataDraft } from '@data-manager/domain/metadata/metadataDraft';
import { omit } from '@data-manager/lib/omit';
import { err, ok } from '@data-manager/lib/result';
import { useRemoteConfigurationQuery, type RemoteConfiguration } from '../../api/configuration';
import { modalityChoices } from './modalities';
import type { RenameText } from './useRenameText';

/** The props of an import component. */
interface ImportProps {
  /** The valid values of the form. */
  readonly current: Partial<DatasetMetadata>;
  readonly sponsorId: string;
  /** True if the title is fixed because the folder already exists. */
  readonly keepsTitle: boolean;
  /** Describes the effects of a new title. */
  readonly renameText: RenameText;
  readonly lists: Pick<RemoteConfiguration, 'tissueTypes' | 'devices' | 'attributes'>;
  /** Puts values into the form; the user can undo this. */
  readonly onApply: (values: Partial<DatasetMetadata>) => void;
}

/** Renders the component that imports values from another source. */
export type RenderImport = (props: ImportProps) => ReactNode;

const NO_LISTS: ImportProps['lists'] = {
  tissueTypes: err('missing'),
  devices: err('missing'),
  attributes: err('missing'),
};

/** Adds the modalities, which are attributes with separate lists. */
function importLists(lists: RemoteConfiguration): ImportProps['lists'] {
  const { attributes } = lists;
  if (!attributes.ok) return lists;
  const options = MODALITY_ATTRIBUTES.flatMap((modality) => {
    const choices = modalityChoices(lists, modality);
    return choices?.ok === true ? [[modality, choices.value.map(({ value }) => value)] as const] : [];
  });
  return { ...lists, attributes: ok({ ...attributes.value, ...Object.fromEntries(options) }) };
}

/** Imports values into the form and undoes the import. */
export function useImport({ values, setValues }: UseFormReturnType<MetadataDraft>, keepsTitle: boolean) {
  const { data } = useRemoteConfigurationQuery();
  const lists = data === undefined ? NO_LISTS : importLists(data);
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
