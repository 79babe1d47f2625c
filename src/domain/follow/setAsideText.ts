import { matchKind } from '@data-manager/lib/match';
import { damageText } from '../listing/fileListing';
import { nameInText } from '../names/shownName';
import type { SetAsideReason } from './follow';

/** Says why a file of a followed folder is not uploaded until the user decides. */
export function setAsideText(reason: SetAsideReason): string {
  return matchKind(reason, {
    'invalid-name': () => 'Invalid name',
    'beyond-total': () => 'Above the total sections',
    unstorable: () => 'Not a valid storage name',
    'too-large': () => 'Too large',
    duplicate: ({ path }) => `Same name as ${nameInText(path)}`,
    'on-server': () => 'Already on the server',
    content: ({ problem }) => damageText(problem),
    unreadable: () => 'Could not be opened',
    changed: () => 'Changed after it was uploaded',
    renamed: ({ path }) => `Uploaded before as ${nameInText(path)}`,
    cancelled: () => 'Cancelled',
    foreign: () => 'Named for another dataset. Check the destination.',
  });
}
