import { Type, type Static } from '@sinclair/typebox';
import type { Principal } from '../access';
import type { DatasetForm } from '../database/datasets';
import { HttpError } from '../errors';
import { checkName } from '../objects/keyRules';
import { FreeText, Id, Name, ShortText } from './schemas';

const MAX_CHANNELS = 1_000;
const MAX_ATTRIBUTES = 1_000;
const MAX_SECTIONS = 999_999;
/** Two digits of a file name, `ch99`. */
const MAX_CHANNEL_NUMBER = 99;

const Channels = Type.Array(
  Type.Object({ num: Type.Integer({ minimum: 1, maximum: MAX_CHANNEL_NUMBER }), name: ShortText }),
  {
    maxItems: MAX_CHANNELS,
  },
);
const Attributes = Type.Record(
  Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f]{1,200}$' }),
  ShortText,
  {
    maxProperties: MAX_ATTRIBUTES,
  },
);
const Length = Type.Number({ exclusiveMinimum: 0, description: 'µm' });
const Sections = Type.Integer({ minimum: 1, maximum: MAX_SECTIONS });
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
};

/** The whole form; what is left out is empty. */
export const FormBody = Type.Object({ dataset: Name, ...optional });
/** A new dataset's form and its project. */
export const CreateBody = Type.Object({ projectHash: Id, dataset: Name, ...optional });
/** Some fields of the form; what is left out stays as it is, null empties a number. */
export const ChangeBody = Type.Object({ dataset: Type.Optional(Name), ...optional });

export const DatasetAnswer = Type.Object(
  {
    datasetHash: Type.String(),
    projectHash: Type.String(),
    createdAt: Type.String(),
    dataset: Type.String(),
    description: Type.String(),
    sid: Type.String(),
    pixelSize: Type.Optional(Type.Number()),
    physicalSpacing: Type.Optional(Type.Number()),
    tissueType: Type.String(),
    device: Type.String(),
    physicalSections: Type.Optional(Type.Integer()),
    bitDepth: Type.Integer(),
    channels: Type.Array(Type.Object({ num: Type.Integer(), name: Type.String() })),
    attributes: Type.Record(Type.String(), Type.String()),
  },
  { title: 'Dataset', description: 'The dataset.' },
);

/** One path for two things: a project's hash asks for its list, a dataset's for the one. */
export const DatasetOrListAnswer = Type.Union([Type.Object({ datasets: Type.Array(DatasetAnswer) }), DatasetAnswer], {
  description: 'The datasets of a project, or the one dataset.',
});

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
    throw new HttpError(403, `The field “sid” names another sponsor than yours (${caller.sponsorId}).`, 'FORBIDDEN');
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
