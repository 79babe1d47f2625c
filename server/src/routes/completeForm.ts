import type { Static } from '@sinclair/typebox';
import type { DatasetForm } from '../database/datasetForm';
import { HttpFailure } from '../failure';
import { checkName } from '../nameRules';
import type { Principal } from '../principal';
import type { ChangeBody } from './datasetSchemas';

/**
 * Lays what came over what was there, and checks what schemas can't.
 *
 * @throws HttpFailure 400 for a bad name, 403 for another sponsor's id.
 */
export function completeForm(
  caller: Principal,
  before: Omit<DatasetForm, 'dataset' | 'sid'> & { readonly dataset?: string },
  changes: Static<typeof ChangeBody>,
): DatasetForm {
  const { dataset = before.dataset ?? '', sid = caller.sponsorId, ...fields } = changes;
  if (sid !== caller.sponsorId) {
    throw new HttpFailure(403, `The field “sid” names another sponsor than yours (${caller.sponsorId}).`, 'FORBIDDEN');
  }
  const { pixelSize = before.pixelSize, physicalSpacing = before.physicalSpacing } = fields;
  const { physicalSections = before.physicalSections } = fields;
  return {
    dataset: checkName('dataset', dataset),
    sid,
    description: fields.description ?? before.description,
    pixelSize: pixelSize ?? undefined,
    physicalSpacing: physicalSpacing ?? undefined,
    tissueType: fields.tissueType ?? before.tissueType,
    device: fields.device ?? before.device,
    physicalSections: physicalSections ?? undefined,
    bitDepth: fields.bitDepth ?? before.bitDepth,
    channels: fields.channels ?? before.channels,
    attributes: fields.attributes ?? before.attributes,
  };
}
