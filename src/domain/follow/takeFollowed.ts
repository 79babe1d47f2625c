import { lastSegment } from '@data-manager/lib/lastSegment';
import { planRenames, type RenameOptions } from '../names/bulkRename';
import { isForeignName } from '../names/datasetNames';
import { isNamedLikeTiff, keepsName, namePrefix, parseFileName } from '../names/grammar';
import { keyProblem } from '../names/keyRules';
import { isUnchanged, newUpload, type UploadFile } from '../uploads/upload';
import { UPLOAD_MAX_BYTES } from '../uploads/uploadPlan';
import type { Follow, SetAsideReason } from './follow';
import type { FollowedFiles, HandledFile } from './followedFiles';
import type { SeenFile } from './scans';

/** What to do with a file that has stopped growing. `changed`: the server has its earlier content. */
export type SettledAction = 'none' | 'take' | 'changed';

/** Decides what to do with a file that has stopped growing. */
export function classifySettled(file: SeenFile, handled: HandledFile | undefined): SettledAction {
  if (handled === undefined) return 'take';
  if (isUnchanged(handled, file)) return 'none';
  switch (handled.state) {
    case 'taken':
      // Looked at again when its earlier content is uploaded.
      return 'none';
    case 'done':
      return 'changed';
    case 'aside':
      return handled.reason.kind === 'changed' ? 'changed' : 'take';
    case 'skipped':
      return 'take';
  }
}

/** What the user can do about a file that was set aside, besides leaving it out. */
interface ReasonTraits {
  /** The label of the button that uploads the file despite the reason. `Replace` replaces the file on the server. */
  readonly upload?: 'Replace' | 'Try again' | 'Upload anyway';
  /** Another name can remove the reason. */
  readonly isRenamable?: true;
}

export const REASON_TRAITS: Readonly<Record<SetAsideReason['kind'], ReasonTraits>> = {
  'invalid-name': { isRenamable: true },
  'beyond-total': { isRenamable: true },
  unstorable: { isRenamable: true },
  'too-large': {},
  duplicate: { isRenamable: true },
  'on-server': { upload: 'Replace' },
  content: { upload: 'Upload anyway' },
  unreadable: { upload: 'Try again' },
  changed: { upload: 'Replace' },
  renamed: { upload: 'Upload anyway' },
  foreign: { upload: 'Upload anyway' },
  cancelled: { upload: 'Upload anyway' },
};

/** The name of a file on the server. */
export interface GivenName {
  readonly name: string;
  /** False if the rule does not fit the file. */
  readonly isNamed: boolean;
  /** Files that the rule has numbered, with this one. */
  readonly numbered: number;
}

/**
 * Names a file by the rule of a follow. A rule without a pattern numbers the files in order of arrival.
 * @param numbered files that the rule has numbered so far
 */
export function nameByRule({ path }: SeenFile, rule: RenameOptions | undefined, numbered: number): GivenName {
  const name = lastSegment(path);
  if (rule === undefined || !isNamedLikeTiff(name)) return { name, isNamed: true, numbered };
  const options = { ...rule, firstSection: rule.firstSection + numbered };
  const renamed = planRenames([{ id: path, name, lastModified: 0 }], options);
  const newName = renamed.ok ? renamed.value[0]?.newName : undefined;
  if (newName === undefined) return { name, isNamed: false, numbered };
  return { name: newName, isNamed: true, numbered: rule.pattern === undefined ? numbered + 1 : numbered };
}

/** Returns the upload of a file under its name on the server. It keeps the folders, as on the upload screen, and replaces no file. */
export function uploadOfFollowed(
  follow: Follow,
  { path, size, lastModified }: SeenFile,
  name: string,
  id: string,
): UploadFile {
  const own = lastSegment(path);
  const webkitRelativePath = `${follow.folderName}/${path}`;
  const chosen = {
    ...{ id, name: own, size, lastModified, webkitRelativePath, onlyIfAbsent: true as const },
    ...(name !== own && { newName: name }),
  };
  return { ...newUpload(chosen, follow.keyPrefix, follow), followedFolder: follow.folderName };
}

/** Returns true if a file on the server is replaced by one that the user uploads despite the reason it was set aside for. */
export function isReplaced({ kind }: SetAsideReason): boolean {
  return REASON_TRAITS[kind].upload === 'Replace';
}

/** Returns why a file can't be uploaded under its name and key. */
export function findNameReason(
  { path, name, key, size }: Pick<HandledFile, 'path' | 'name' | 'key' | 'size'>,
  { expected, names, accepted = [] }: Pick<Follow, 'expected' | 'names' | 'accepted'>,
  taken: Pick<FollowedFiles, 'pathOfKey' | 'isOnServer'>,
): SetAsideReason | undefined {
  const naming = parseFileName(name);
  if (naming === undefined && !keepsName(name)) return { kind: 'invalid-name' };
  if (naming !== undefined && expected !== undefined && naming.section > expected.sections)
    return { kind: 'beyond-total' };
  if (keyProblem(key) !== undefined) return { kind: 'unstorable' };
  if (size > UPLOAD_MAX_BYTES) return { kind: 'too-large' };
  const other = taken.pathOfKey(key);
  if (other !== undefined && other !== path) return { kind: 'duplicate', path: other };
  if (taken.isOnServer(key)) return { kind: 'on-server' };
  if (naming === undefined || names === undefined || !isForeignName(name, names)) return undefined;
  const prefix = namePrefix(name);
  return accepted.includes(prefix) ? undefined : { kind: 'foreign', prefix };
}
