import type { MODALITY_ATTRIBUTES, NameMap } from '@data-manager/domain/metadata/dataset';
import { ok } from '@data-manager/lib/result';
import type { RemoteConfiguration, RemoteList } from '../../api/configuration';

/** The server's lists for the forms; undefined until they are loaded. */
export type RemoteLists = RemoteConfiguration | undefined;

/** An attribute that describes a modality. */
export type Modality = (typeof MODALITY_ATTRIBUTES)[number];

/** Returns the options of a modality's select field. */
export function modalityChoices(
  lists: RemoteLists,
  modality: Modality,
): RemoteList<readonly { readonly value: string; readonly label: string }[]> | undefined {
  const list = modalityList(lists, modality);
  if (list?.ok !== true) return list;
  return ok(Object.entries(list.value).map(([value, label]) => ({ value, label })));
}

/** Returns the server's list for a modality. */
export function modalityList(lists: RemoteLists, modality: Modality): RemoteList<NameMap> | undefined {
  return lists?.[LISTS[modality]];
}

const LISTS = {
  primary_modality: 'primaryModalities',
  secondary_modality: 'secondaryModalities',
  partner_modality: 'partnerModalities',
} as const;
