import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import { damageText, imageProblemText } from '@data-manager/domain/listing/fileListing';
import { EXTENSION } from '@data-manager/domain/names/grammar';
import { KEY_MAX_BYTES, SEGMENT_MAX_BYTES } from '@data-manager/domain/names/keyRules';
import { findNameTrouble, type NameTrouble } from '@data-manager/domain/names/nameTrouble';
import { nameInText } from '@data-manager/domain/names/shownName';
import { ROW_KIND_LIST, type RowKind } from '@data-manager/domain/preflight/rowKinds';
import { UPLOAD_MAX_BYTES } from '@data-manager/domain/uploads/uploadPlan';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { counted, plural } from '@data-manager/lib/plural';
import { nameOf, type CheckedRow } from './rows';

const KEY_LIMITS = `at most ${formatCount(SEGMENT_MAX_BYTES)} bytes per file or folder name and ${formatCount(KEY_MAX_BYTES)} bytes in total`;

interface FindingTexts {
  /** Describes the finding once for all files that have it. */
  readonly finding: string;
  /** Marks the finding in the row of its file in a few words. */
  readonly mark: string | ((row: CheckedRow) => string);
}

const ON_SERVER: FindingTexts = {
  finding: 'Already on the server. Leave out or replace?',
  mark: 'Already on the server',
};
const NAMED_FOR_OTHER: FindingTexts = {
  finding: 'Named for another dataset. Check the destination.',
  mark: ({ namedFor = '' }) => `Named for ${nameInText(namedFor)}`,
};
const INVALID_TEXT = ERROR_CATALOGUE.invalidFileName.text;

/** Says how many files are left out without a question. */
export function noImagesText(count: number): string {
  return `${counted(count, 'file')} ${plural(count, 'is no image and is left out', 'are no images and are left out')}`;
}

const TEXTS: Readonly<Record<RowKind, FindingTexts>> = {
  invalid: { finding: INVALID_TEXT, mark: (row) => nameTroubleText(findNameTrouble(nameOf(row))) },
  unstorable: {
    finding: `Not a valid storage name: no control characters or backslashes, ${KEY_LIMITS}`,
    mark: 'Not a valid storage name',
  },
  beyondTotal: { finding: ERROR_CATALOGUE.sectionTooLarge.text, mark: 'Above the total sections' },
  duplicate: { finding: 'Another chosen file has the same key', mark: 'Same key as another file' },
  tooLarge: { finding: `Files larger than ${formatBytes(UPLOAD_MAX_BYTES)} can’t be uploaded`, mark: 'Too large' },
  foreign: NAMED_FOR_OTHER,
  elsewhere: NAMED_FOR_OTHER,
  undecided: ON_SERVER,
  onServer: ON_SERVER,
  noImage: { finding: INVALID_TEXT, mark: `Left out: no image. ${INVALID_TEXT}` },
  leftOut: { finding: 'Will be left out', mark: leftOutText },
  replacing: { finding: 'Will replace the file on the server', mark: 'Replaces the file on the server' },
  empty: { finding: 'This file is empty', mark: 'Empty file' },
  unreadable: {
    finding: 'Not a complete TIFF. Previews and jobs leave it out.',
    mark: ({ imageProblem = 'damaged' }) => damageText(imageProblem),
  },
  missingChannel: { finding: 'Missing channel in this section', mark: 'A channel of this section is missing' },
  nextToGap: { finding: 'The section before or after this one is missing', mark: 'Next to a missing section' },
  scannedAgain: {
    finding: 'The same section, layer and channel as another file',
    mark: 'Scanned more than once',
  },
  system: { finding: 'Operating system file, left out', mark: 'System file, left out' },
};

/** Describes a finding once for all files that have it. */
export function findingText(kind: RowKind): string {
  return TEXTS[kind].finding;
}

/** Marks a finding in the row of its file in a few words. */
export function markText(kind: RowKind, row: CheckedRow): string {
  const { mark } = TEXTS[kind];
  return typeof mark === 'string' ? mark : mark(row);
}

function leftOutText({ isLeftOut, imageProblem, content }: CheckedRow): string {
  if (isLeftOut !== true) return content === 'identical' ? 'Left out: identical' : 'Left out';
  return imageProblem === undefined ? 'Left out' : `Left out: ${imageProblemText(imageProblem)}`;
}

function nameTroubleText(trouble: NameTrouble | undefined): string {
  switch (trouble?.kind) {
    case 'extension':
      return `${trouble.extension === '' ? 'No extension' : `Extension ${trouble.extension}`}, expected ${EXTENSION}`;
    case 'digits':
      return 'Wrong number of digits';
    case 'spelling':
      return 'Other separators or letters';
    default:
      return 'Invalid name';
  }
}

/** The findings that no card lists, which the table can be filtered by. */
const FILTERS: Readonly<Partial<Record<RowKind, string>>> = {
  leftOut: 'left out',
  replacing: 'to replace',
  missingChannel: 'in sections with missing channels',
  nextToGap: 'next to a gap',
  system: 'made by the operating system',
};

/** Returns the findings that the table can be filtered by, with the labels of their buttons, in display order. */
export function tableFilters(rows: readonly CheckedRow[]): readonly (readonly [kind: RowKind, label: string])[] {
  return ROW_KIND_LIST.flatMap((kind) => {
    const text = FILTERS[kind];
    const count = text === undefined ? 0 : rows.filter(({ kinds }) => kinds.includes(kind)).length;
    return text === undefined || count === 0 ? [] : [[kind, `${formatCount(count)} ${text}`] as const];
  });
}
