import type { RemoteConfiguration } from '../../api/configuration';
import type { RemoteList } from '../../api/configuration';
import type { MODALITY_ATTRIBUTES } from '../../domain/metadata/metadataDraft';
import type { ModalityNames, NameMap } from '../../domain/metadata/metadataFacts';
import { ok } from '../../lib/result';

/** The server's lists for the forms; undefined while they are not there. */
export type RemoteLists = RemoteConfiguration | undefined;

type Modality = (typeof MODALITY_ATTRIBUTES)[number];

/** A modality's list as choices: its keys, by their names. */
export function modalityChoices(
  lists: RemoteLists,
  modality: Modality,
): RemoteList<readonly { readonly value: string; readonly label: string }[]> | undefined {
  const list = modalityList(lists, modality);
  if (list?.ok !== true) return list;
  return ok(Object.entries(list.value).map(([value, label]) => ({ value, label })));
}

/** What each modality's keys are called, as far as the server says. */
export function modalityNames(lists: RemoteLists): ModalityNames {
  const namesOf = (modality: Modality): NameMap => {
    const list = modalityList(lists, modality);
    return list?.ok === true ? list.value : {};
  };
  return {
    primary_modality: namesOf('primary_modality'),
    secondary_modality: namesOf('secondary_modality'),
    partner_modality: namesOf('partner_modality'),
  };
}

function modalityList(lists: RemoteLists, modality: Modality): RemoteList<NameMap> | undefined {
  switch (modality) {
    case 'primary_modality':
      return lists?.primaryModalities;
    case 'secondary_modality':
      return lists?.secondaryModalities;
    case 'partner_modality':
      return lists?.partnerModalities;
  }
}
