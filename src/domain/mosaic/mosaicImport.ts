import { MAX_BIT_DEPTH, MAX_SECTION } from '../constants';
import type { DatasetMetadata } from '../metadata/dataset';
import { metadataFieldWords } from '../metadata/metadataFieldWords';
import { metadataSummaryWords } from '../metadata/metadataSummaryWords';
import { judgeAttributes } from './mosaicAttributes';
import { judgeChannels } from './mosaicChannels';
import { entryOf, MOSAIC_NAMES, type Mosaic, type MosaicField } from './mosaicEntries';
import { judge, rowOf } from './mosaicJudge';
import {
  readCount,
  readDescription,
  readDevice,
  readKeptTitle,
  readMicrometres,
  readOption,
  readSponsor,
  readTitle,
  type AllowedList,
  type Reading,
} from './mosaicReadings';
import type { MosaicRow } from './mosaicVerdict';

/** What a form is compared with. */
export interface MosaicContext {
  readonly current: Partial<DatasetMetadata>;
  /** Of the person who is signed in. */
  readonly sponsorId: string;
  readonly lists: MosaicLists;
  /** The dataset’s title can't be changed: its folder is there already, and has that name. */
  readonly keepsTitle?: boolean;
}

/** The server's lists; what can't be checked against a list that is not there is taken, and said to be unchecked. */
interface MosaicLists {
  readonly tissueTypes: AllowedList<readonly string[]>;
  readonly devices: AllowedList<readonly string[]>;
  /** Attribute → its allowed options. */
  readonly attributes: AllowedList<Readonly<Record<string, readonly string[]>>>;
}

/** What an import would put into the form, and why not the rest. */
export interface MosaicImport {
  /** The valid ones alone. */
  readonly values: Partial<DatasetMetadata>;
  /** In the order of the form. */
  readonly rows: readonly MosaicRow[];
  /**
   * Every field was there and not empty, and every attribute had an allowed value (specification, section 5). What
   * nobody could check is not known to be allowed.
   */
  readonly isValid: boolean;
}

type TextOrNumber = Exclude<MosaicField, 'channels' | 'attributes'>;

/** Holds a mosaic against the form, the server's lists and the sponsor. */
export function judgeMosaic(mosaic: Mosaic, { current, sponsorId, lists, keepsTitle }: MosaicContext): MosaicImport {
  const values: { -readonly [Field in keyof DatasetMetadata]?: DatasetMetadata[Field] } = {};
  const rows: MosaicRow[] = [];
  const take = <Field extends TextOrNumber>(
    field: Field,
    label: string,
    read: (text: string) => Reading<NonNullable<DatasetMetadata[Field]>>,
    format: (value: string) => string = String,
  ): void => {
    const held = String(current[field] ?? '');
    const judgement = judge(entryOf(mosaic, field)?.value, read);
    rows.push(
      rowOf(label, MOSAIC_NAMES[field], held === '' ? '' : format(held), judgement, (one) => format(String(one))),
    );
    if (judgement.value !== undefined) values[field] = judgement.value;
  };
  take('dataset', metadataFieldWords.labels.dataset, keepsTitle === true ? readKeptTitle(current.dataset) : readTitle);
  take('description', metadataFieldWords.labels.description, readDescription);
  take('sid', metadataFieldWords.sponsorId, readSponsor(sponsorId));
  take('pixelSize', metadataFieldWords.labels.pixelSize, readMicrometres, metadataSummaryWords.micrometres);
  take('physicalSpacing', metadataFieldWords.labels.physicalSpacing, readMicrometres, metadataSummaryWords.micrometres);
  take('tissueType', metadataFieldWords.labels.tissueType, readOption(lists.tissueTypes));
  take('device', metadataFieldWords.labels.device, readDevice(lists.devices));
  take('physicalSections', metadataFieldWords.labels.physicalSections, readCount(MAX_SECTION));
  take('bitDepth', metadataFieldWords.labels.bitDepth, readCount(MAX_BIT_DEPTH));

  const channels = judgeChannels(mosaic, current.channels ?? []);
  if (channels.value !== undefined) values.channels = channels.value;
  const attributes = judgeAttributes(mosaic, current.attributes ?? {}, lists.attributes);
  if (attributes.value !== undefined) values.attributes = attributes.value;

  rows.push(...channels.rows, ...attributes.rows);
  return { values, rows, isValid: rows.every(({ verdict: { kind } }) => kind === 'taken' || kind === 'same') };
}
