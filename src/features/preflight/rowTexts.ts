import { ERROR_CATALOGUE } from '@data-manager/domain/failures/errorCatalogue';
import { damageText, imageProblemText } from '@data-manager/domain/listing/fileListing';
import { EXTENSION } from '@data-manager/domain/names/grammar';
import { KEY_MAX_BYTES, SEGMENT_MAX_BYTES } from '@data-manager/domain/names/keyRules';
import { findNameTrouble, type NameTrouble } from '@data-manager/domain/names/nameTrouble';
import { shownName } from '@data-manager/domain/names/shownName';
import type { RowKind } from '@data-manager/domain/preflight/rowKinds';
import { UPLOAD_MAX_BYTES } from '@data-manager/domain/uploads/uploadPlan';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatCount } from '@data-manager/lib/formatNumber';
import { plural } from '@data-manager/lib/plural';
import { nameOf, type CheckedRow } from './rows';

/** Describes a finding once for all files that have it. */
export function findingText(kind: RowKind): string {
  switch (kind) {
    case 'invalid':
      return ERROR_CATALOGUE.invalidFileName.text;
    case 'unstorable':
      return `Not a valid storage name: no control characters or backslashes, at most ${formatCount(SEGMENT_MAX_BYTES)} bytes per file or folder name and ${formatCount(KEY_MAX_BYTES)} bytes in total`;
    case 'beyondTotal':
      return ERROR_CATALOGUE.sectionTooLarge.text;
    case 'duplicate':
      return 'Another chosen file has the same key';
    case 'tooLarge':
      return `Files larger than ${formatBytes(UPLOAD_MAX_BYTES)} can’t be uploaded`;
    case 'elsewhere':
      return 'Named for another dataset. Check the destination.';
    case 'undecided':
      return 'Already on the server. Skip or replace?';
    case 'skipped':
      return 'Will be left out';
    case 'replacing':
      return 'Will replace the file on the server';
    case 'empty':
      return 'This file is empty';
    case 'unreadable':
      return 'Not a complete TIFF. Previews and jobs skip it.';
    case 'foreign':
      return 'The name does not begin with the name of the dataset. Check the destination.';
    case 'missingChannel':
      return 'Missing channel in this section';
    case 'nextToGap':
      return 'The section before or after this one is missing';
    case 'system':
      return 'Operating system file, ignored';
  }
}

/** Marks a finding in the row of its file in a few words. */
export function markText(kind: RowKind, row: CheckedRow): string {
  switch (kind) {
    case 'invalid':
      return nameTroubleText(findNameTrouble(nameOf(row)));
    case 'unstorable':
      return 'Not a valid storage name';
    case 'beyondTotal':
      return 'Above the total sections';
    case 'duplicate':
      return 'Same key as another file';
    case 'tooLarge':
      return 'Too large';
    case 'elsewhere':
    case 'foreign':
      return row.namedFor === undefined || row.namedFor === ''
        ? 'Not named for this dataset'
        : `Named for ${shownName(row.namedFor)}`;
    case 'undecided':
      return 'Already on the server';
    case 'skipped':
      return leftOutText(row);
    case 'replacing':
      return 'Replaces the file on the server';
    case 'empty':
      return 'Empty file';
    case 'unreadable':
      return damageText(row.imageProblem ?? 'damaged');
    case 'missingChannel':
      return 'A channel of this section is missing';
    case 'nextToGap':
      return 'Next to a missing section';
    case 'system':
      return 'System file, ignored';
  }
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

/** Labels the button that shows only the files with a finding. */
export function findingCountText(kind: RowKind, count: number): string {
  const files = formatCount(count);
  switch (kind) {
    case 'invalid':
      return `${files} invalid ${plural(count, 'name', 'names')}`;
    case 'unstorable':
      return `${files} not accepted by the storage`;
    case 'beyondTotal':
      return `${files} above the total sections`;
    case 'duplicate':
      return `${files} with the same key`;
    case 'tooLarge':
      return `${files} larger than ${formatBytes(UPLOAD_MAX_BYTES)}`;
    case 'elsewhere':
      return `${files} named for another dataset`;
    case 'undecided':
      return `${files} to skip or replace`;
    case 'skipped':
      return `${files} left out`;
    case 'replacing':
      return `${files} to replace`;
    case 'empty':
      return `${files} empty`;
    case 'unreadable':
      return `${files} damaged`;
    case 'foreign':
      return `${files} not named for this dataset`;
    case 'missingChannel':
      return `${files} in sections with missing channels`;
    case 'nextToGap':
      return `${files} next to a gap`;
    case 'system':
      return `${files} ignored (system)`;
  }
}
