import { nameInText } from '@data-manager/domain/names/shownName';
import { cleanTitle, validateTitle } from '@data-manager/domain/names/title';
import { useFeature } from '../../api/configuration';

/** Returns what saving a new title does, or undefined if the title is invalid or unchanged. */
export type RenameText = (newTitle: string) => string | undefined;

/** Describes before saving what renaming a dataset changes and what it keeps. */
export function useRenameText(title: string): RenameText {
  const redirects = useFeature('titles.former');
  return (newTitle) => {
    const to = cleanTitle(newTitle);
    if (to === title || validateTitle(to) !== undefined) return undefined;
    const links = redirects ? 'Old links keep working.' : 'Old links stop working.';
    return `Saving renames this dataset from “${nameInText(title)}” to “${nameInText(to)}”. Its files move with it, but their names keep the old prefix. ${links}`;
  };
}
