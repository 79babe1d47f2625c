import * as v from 'valibot';
import { MAX_BIT_DEPTH } from '@data-manager/domain/constants';
import { defaultChannelName, type DatasetMetadata } from '@data-manager/domain/metadata/dataset';
import { METADATA_FIELDS, type DraftChannel, type MetadataDraft } from '@data-manager/domain/metadata/metadataDraft';
import { MAX_SECTION } from '@data-manager/domain/names/grammar';
import { cleanTitle, validateTitle } from '@data-manager/domain/names/title';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatCount, formatDecimal } from '@data-manager/lib/formatNumber';
import { parseMeasured, parseNumber, parseWhole } from '@data-manager/lib/parseNumber';
import { err, ok, type Result } from '@data-manager/lib/result';
import { titleProblemText } from '../../ui/TextFields';
import { FIELD_LABELS } from './fieldLabels';

/** Error messages by field path: `pixelSize`, `channels.1.num`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** The data that the form is validated against. */
export interface ValidationContext {
  readonly sponsorId: string;
  /** Titles of the project's other datasets. */
  readonly takenTitles: readonly string[];
  /** The current title, which stays valid even if a new dataset could not have it. */
  readonly currentTitle?: string | undefined;
}

/** Returns the schema of a length in µm, with or without the unit. Empty text means that the value is unknown. */
function lengthSchema(label: string, example: number) {
  return v.pipe(
    v.string(),
    v.transform((text) => text.replace(/[µμu]m\s*$/i, '').trim()),
    v.rawTransform<string, number | undefined>(({ dataset: { value: text }, addIssue, NEVER }) => {
      if (text === '') return undefined;
      const length = parseMeasured(text);
      if (typeof length === 'number') return length;
      addIssue({
        message:
          length === undefined
            ? `${label} must be a number in µm, for example ${formatDecimal(example)}`
            : `Write ${length.map((one) => formatDecimal(one)).join(' or ')}: “${text}” can be either`,
      });
      return NEVER;
    }),
    v.check((length) => length === undefined || length > 0, `${label} must be greater than 0 µm`),
    v.check((length) => length === undefined || Number.isFinite(length), `${label} is too large`),
  );
}

function integerText(max: number, message: string) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || parseWhole(text, { min: 1, max }) !== undefined, message),
  );
}

/** The text has been validated. */
function wholeNumber(text: string): number {
  return parseNumber(text) ?? 0;
}

const SECTIONS_MESSAGE = `${FIELD_LABELS.physicalSections} must be a whole number from 1 to ${formatCount(MAX_SECTION)}`;
const BIT_DEPTH_MESSAGE = `${FIELD_LABELS.bitDepth} must be a whole number from 1 to ${formatCount(MAX_BIT_DEPTH)}`;
const CHANNEL_MESSAGE = 'Enter the channel’s number in the file names, for example 1 for ch01';

const channelSchema = v.pipe(
  v.object({
    num: v.pipe(
      integerText(Number.MAX_SAFE_INTEGER, CHANNEL_MESSAGE),
      v.nonEmpty(CHANNEL_MESSAGE),
      v.transform(wholeNumber),
    ),
    name: v.pipe(v.string(), v.trim()),
  }),
  v.transform(({ num, name }) => ({ num, name: name === '' ? defaultChannelName(num) : name })),
);

function metadataSchema({ takenTitles, currentTitle }: ValidationContext) {
  return v.object({
    dataset: v.pipe(
      v.string(),
      v.transform((title) => (title === currentTitle ? title : cleanTitle(title))),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed || dataset.value === currentTitle) return;
        const problem = validateTitle(dataset.value, takenTitles);
        if (problem !== undefined) addIssue({ message: titleProblemText(problem) });
      }),
    ),
    description: v.pipe(v.string(), v.trim()),
    pixelSize: lengthSchema(FIELD_LABELS.pixelSize, 1.37),
    physicalSpacing: lengthSchema(FIELD_LABELS.physicalSpacing, 50),
    tissueType: v.pipe(v.string(), v.trim()),
    device: v.pipe(v.string(), v.trim(), v.toUpperCase()),
    physicalSections: v.pipe(
      integerText(MAX_SECTION, SECTIONS_MESSAGE),
      v.transform((text) => (text === '' ? undefined : parseNumber(text))),
    ),
    bitDepth: v.pipe(
      integerText(MAX_BIT_DEPTH, BIT_DEPTH_MESSAGE),
      v.nonEmpty(BIT_DEPTH_MESSAGE),
      v.transform(wholeNumber),
    ),
    channels: v.array(channelSchema),
    attributes: v.pipe(
      v.array(v.object({ name: v.string(), value: v.pipe(v.string(), v.trim()) })),
      v.transform((attributes) => Object.fromEntries(attributes.map(({ name, value }) => [name, value] as const))),
      v.transform((attributes) => Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''))),
    ),
  });
}

/** Validates the form and converts it to metadata, without optional fields that are empty. */
export function validateDraft(draft: MetadataDraft, context: ValidationContext): Result<DatasetMetadata, FieldErrors> {
  const parsed = v.safeParse(metadataSchema(context), draft, { abortPipeEarly: true });
  const issues = (parsed.issues ?? []).map((issue): [string, string] => [v.getDotPath(issue) ?? '', issue.message]);
  const errors: FieldErrors = { ...duplicateChannelErrors(draft.channels), ...Object.fromEntries(issues) };
  if (!parsed.success || Object.keys(errors).length > 0) return err(errors);
  const { pixelSize, physicalSpacing, physicalSections, ...others } = parsed.output;
  return ok({
    ...others,
    sid: context.sponsorId,
    ...(pixelSize !== undefined && { pixelSize }),
    ...(physicalSpacing !== undefined && { physicalSpacing }),
    ...(physicalSections !== undefined && { physicalSections }),
  });
}

/** Returns the values of all valid fields. */
export function validValues(draft: MetadataDraft, context: ValidationContext): Partial<DatasetMetadata> {
  const { entries } = metadataSchema(context);
  const values = METADATA_FIELDS.map((field) => [field, v.safeParse(entries[field], draft[field])] as const);
  return Object.fromEntries(
    values.flatMap(([field, parsed]) =>
      parsed.success && parsed.output !== undefined ? [[field, parsed.output]] : [],
    ),
  );
}

/** Returns the path of the first error in the form's order, or undefined if there are no errors. */
export function firstErrorPath(errors: Readonly<Record<string, unknown>>): string | undefined {
  const paths = Object.keys(errors).sort(compareNatural);
  return METADATA_FIELDS.flatMap((field) => paths.filter((path) => path.split('.')[0] === field))[0];
}

function duplicateChannelErrors(channels: readonly DraftChannel[]): FieldErrors {
  const errors: Record<string, string> = {};
  const seen = new Set<number>();
  for (const [index, { num }] of channels.entries()) {
    const number = parseNumber(num);
    if (number === undefined) continue;
    if (seen.has(number)) errors[`channels.${index}.num`] = `Channel number ${formatCount(number)} is already in use`;
    seen.add(number);
  }
  return errors;
}
