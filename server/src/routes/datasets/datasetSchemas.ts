import { MAX_CHANNEL, MAX_SECTION } from '@data-manager/domain/names/grammar';
import { Type, type Static } from '@sinclair/typebox';
import { HttpError } from '../../common/errors';
import { DatasetBody, NamePrefixes, type DatasetForm } from '../../database/projects/datasets';
import type { Principal } from '../../http/access';
import { FreeText, Id, Name, refTo, ShortText } from '../../http/schemas';
import { checkName } from '../../names/keyRules';

const MAX_CHANNELS = 1_000;
const MAX_ATTRIBUTES = 1_000;

const Channels = Type.Array(Type.Object({ num: Type.Integer({ minimum: 1, maximum: MAX_CHANNEL }), name: ShortText }), {
  maxItems: MAX_CHANNELS,
});
const Attributes = Type.Record(
  Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f]{1,200}$' }),
  ShortText,
  {
    maxProperties: MAX_ATTRIBUTES,
  },
);
const Length = Type.Number({ exclusiveMinimum: 0, description: 'µm' });
const Sections = Type.Integer({ minimum: 1, maximum: MAX_SECTION });
const BitDepth = Type.Integer({ minimum: 1, maximum: 64 });

const optional = {
  description: Type.Optional(FreeText),
  sid: Type.Optional(Type.String({ maxLength: 200 })),
  pixelSize: Type.Optional(Type.Union([Length, Type.Null()])),
  physicalSpacing: Type.Optional(Type.Union([Length, Type.Null()])),
  tissueType: Type.Optional(ShortText),
  device: Type.Optional(ShortText),
  physicalSections: Type.Optional(Type.Union([Sections, Type.Null()])),
  bitDepth: Type.Optional(BitDepth),
  channels: Type.Optional(Channels),
  attributes: Type.Optional(Attributes),
  namePrefixes: Type.Optional(NamePrefixes),
};

/** The whole form; missing fields are empty. */
export const FormBody = Type.Object({ dataset: Name, ...optional });
/** The body of a request that creates a dataset: the form and its project. */
export const CreateBody = Type.Object({ projectHash: Id, dataset: Name, ...optional });
/** Some fields of the form; missing fields keep their values, and null clears a number. */
export const ChangeBody = Type.Object({ dataset: Type.Optional(Name), ...optional });

export const DatasetResponse = refTo(DatasetBody, 'The dataset.');

/** The response depends on the hash in the path: a project's datasets, which the route writes itself, or one dataset. */
export const DatasetOrListResponse = Type.Unsafe<Buffer | Static<typeof DatasetResponse>>(
  Type.Union([Type.Object({ datasets: Type.Array(refTo(DatasetBody)) }), refTo(DatasetBody)], {
    description: 'The datasets of a project, or the dataset.',
  }),
);

/**
 * Checks what schemas can't express of changes, before their dataset is looked up.
 *
 * @throws HttpError 400 for an invalid name, 403 for the id of another sponsor.
 */
export function checkChanges(
  { sponsorId }: Principal,
  { dataset, sid = sponsorId }: Pick<Static<typeof ChangeBody>, 'dataset' | 'sid'>,
): void {
  if (sid !== sponsorId) {
    throw new HttpError(403, `The field “sid” must be your sponsor id (${sponsorId}).`, 'FORBIDDEN');
  }
  if (dataset !== undefined) checkName('dataset', dataset);
}

/**
 * Applies changes to a form and checks what schemas can't express.
 *
 * @throws HttpError 400 for an invalid name, 403 for the id of another sponsor.
 */
export function completeForm(
  caller: Principal,
  before: Omit<DatasetForm, 'dataset' | 'sid'> & { readonly dataset?: string },
  changes: Static<typeof ChangeBody>,
): DatasetForm {
  const { dataset = before.dataset ?? '', sid = caller.sponsorId, ...fields } = changes;
  checkChanges(caller, { sid });
  const { pixelSize, physicalSpacing, physicalSections, ...form } = { ...before, ...fields };
  return {
    ...form,
    dataset: checkName('dataset', dataset),
    sid,
    pixelSize: pixelSize ?? undefined,
    physicalSpacing: physicalSpacing ?? undefined,
    physicalSections: physicalSections ?? undefined,
    namePrefixes: fields.namePrefixes,
  };
}
