import * as v from 'valibot';
import { compareNatural } from '../../lib/compareNatural';
import { err, ok, type Result } from '../../lib/result';
import { MAX_BIT_DEPTH, MAX_SECTION } from '../constants';
import { cleanTitle, titleProblem } from '../names/title';
import { defaultChannelName, type DraftChannel } from './channelDrafts';
import type { DatasetMetadata } from './dataset';
import { METADATA_FIELDS, type MetadataDraft } from './metadataDraft';
import { metadataFieldWords } from './metadataFieldWords';
import { metadataRuleWords } from './metadataRuleWords';

/** What is wrong with a field, in words, by its path: `pixelSize`, `channels.1.num`. */
export type FieldErrors = Readonly<Record<string, string>>;

/** What the form is held against. */
export interface FormSurroundings {
  readonly sponsorId: string;
  /** Titles of the project's other datasets. */
  readonly taken: readonly string[];
  /** The title as it is already: it stays as it is, even if none like it could be given today. */
  readonly keptTitle?: string | undefined;
}

const DECIMAL = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A text without a number in it is no value; a decimal comma and the unit may stand in it. */
function lengthField(label: string, example: number) {
  return v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .replace(/[µμu]m\s*$/i, '')
        .trim()
        .replace(',', '.'),
    ),
    v.check((text) => text === '' || DECIMAL.test(text), metadataRuleWords.notALength(label, example)),
    v.transform((text) => (text === '' ? undefined : Number(text))),
    v.check((length) => length === undefined || length > 0, metadataRuleWords.notPositive(label)),
    v.check((length) => length === undefined || Number.isFinite(length), metadataRuleWords.tooLarge(label)),
  );
}

function wholeText(most: number, words: string) {
  return v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most), words),
  );
}

const SECTIONS_WORDS = metadataRuleWords.sections(MAX_SECTION);
const BITS_WORDS = metadataRuleWords.bits(MAX_BIT_DEPTH);

const channelField = v.pipe(
  v.object({
    num: v.pipe(
      wholeText(Number.MAX_SAFE_INTEGER, metadataRuleWords.channelNumber),
      v.nonEmpty(metadataRuleWords.channelNumber),
      v.transform(Number),
    ),
    name: v.pipe(v.string(), v.trim()),
  }),
  v.transform(({ num, name }) => ({ num, name: name === '' ? defaultChannelName(num) : name })),
);

function formSchema({ taken, keptTitle }: FormSurroundings) {
  return v.object({
    dataset: v.pipe(
      v.string(),
      v.transform((title) => (title === keptTitle ? title : cleanTitle(title))),
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed || dataset.value === keptTitle) return;
        const message = titleProblem(dataset.value, taken);
        if (message !== undefined) addIssue({ message });
      }),
    ),
    description: v.pipe(v.string(), v.trim()),
    pixelSize: lengthField(metadataFieldWords.labels.pixelSize, 1.37),
    physicalSpacing: lengthField(metadataFieldWords.labels.physicalSpacing, 50),
    tissueType: v.pipe(v.string(), v.trim()),
    device: v.pipe(v.string(), v.trim(), v.toUpperCase()),
    physicalSections: v.pipe(
      wholeText(MAX_SECTION, SECTIONS_WORDS),
      v.transform((text) => (text === '' ? undefined : Number(text))),
    ),
    bitDepth: v.pipe(wholeText(MAX_BIT_DEPTH, BITS_WORDS), v.nonEmpty(BITS_WORDS), v.transform(Number)),
    channels: v.array(channelField),
    attributes: v.pipe(
      v.array(v.object({ name: v.string(), value: v.pipe(v.string(), v.trim()) })),
      v.transform((attributes) => Object.fromEntries(attributes.map(({ name, value }) => [name, value] as const))),
      v.transform((attributes) => Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''))),
    ),
  });
}

/** Reads what was typed: the metadata, or what is wrong with which field. Fields that may be empty are left out then. */
export function judgeDraft(draft: MetadataDraft, surroundings: FormSurroundings): Result<DatasetMetadata, FieldErrors> {
  const read = v.safeParse(formSchema(surroundings), draft, { abortPipeEarly: true });
  const ofFields = (read.issues ?? []).map((issue): [string, string] => [v.getDotPath(issue) ?? '', issue.message]);
  const errors: FieldErrors = { ...repeatedNumbers(draft.channels), ...Object.fromEntries(ofFields) };
  if (!read.success || Object.keys(errors).length > 0) return err(errors);
  const { pixelSize, physicalSpacing, physicalSections, ...texts } = read.output;
  return ok({
    ...texts,
    sid: surroundings.sponsorId,
    ...(pixelSize !== undefined && { pixelSize }),
    ...(physicalSpacing !== undefined && { physicalSpacing }),
    ...(physicalSections !== undefined && { physicalSections }),
  });
}

/** What can be read of the form, whatever is wrong with its other fields. */
export function readableValues(draft: MetadataDraft, surroundings: FormSurroundings): Partial<DatasetMetadata> {
  const { entries } = formSchema(surroundings);
  const values = METADATA_FIELDS.map((field) => [field, v.safeParse(entries[field], draft[field])] as const);
  return Object.fromEntries(
    values.flatMap(([field, read]) => (read.success && read.output !== undefined ? [[field, read.output]] : [])),
  );
}

/** The first field with an error, from top to bottom; undefined without errors. */
export function firstError(errors: Readonly<Record<string, unknown>>): string | undefined {
  const paths = Object.keys(errors);
  const ofField = METADATA_FIELDS.map((field) => paths.filter((path) => path.split('.')[0] === field)).find(
    (found) => found.length > 0,
  );
  return ofField?.sort((left, right) => compareNatural(left, right))[0];
}

/** Every channel whose number stands above it already. */
function repeatedNumbers(channels: readonly DraftChannel[]): FieldErrors {
  const errors: Record<string, string> = {};
  const seen = new Set<number>();
  for (const [index, { num }] of channels.entries()) {
    const number = Number(num);
    if (seen.has(number)) errors[`channels.${index}.num`] = metadataRuleWords.channelTwice(number);
    seen.add(number);
  }
  return errors;
}
