import {
  sortByReason,
  type LeftOutFile,
  type LeftOutReason,
  type UploadChoice,
} from '@data-manager/domain/uploads/uploadResult';
import type { Choice } from '../rows/choice';
import { diskPathOf, type CheckedRow } from '../rows/rows';

/** Returns the chosen files that are not uploaded, and why. */
function leftOutFiles(rows: readonly CheckedRow[], choice: Choice): readonly LeftOutFile[] {
  const chosen = new Set(choice.rows.map(({ file }) => file));
  const excluded = choice.steps
    .filter(({ kind }) => kind === 'excluded')
    .flatMap((step) => step.rows.map(({ before }) => before))
    .filter(({ file }) => !chosen.has(file));
  return sortByReason([
    ...rows
      .filter(({ kinds }) => kinds.includes('leftOut'))
      .map((row) => ({ name: diskPathOf(row), reason: reasonOf(row) })),
    ...excluded.map((row) => ({ name: diskPathOf(row), reason: 'excluded' as const })),
    ...choice.systemFiles.map((row) => ({ name: diskPathOf(row), reason: 'system' as const })),
  ]);
}

function reasonOf({ isLeftOut, isNoImage, imageProblem, namedFor, content }: CheckedRow): LeftOutReason {
  if (isNoImage) return 'noImage';
  if (isLeftOut !== true) return content === 'identical' ? 'identical' : 'kept';
  if (imageProblem !== undefined) return 'damaged';
  return namedFor === undefined ? 'otherScan' : 'elsewhere';
}

/** Returns the record of the decisions about the chosen files. */
export function uploadChoice(rows: readonly CheckedRow[], choice: Choice, damaged: readonly string[]): UploadChoice {
  return { leftOut: leftOutFiles(rows, choice), unread: choice.unreadable, damaged };
}
