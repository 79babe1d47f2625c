import type { DownloadItem } from '../../src/domain/downloads/download';
import { sessionOf, type UploadFile } from '../../src/domain/uploads/upload';
import type { TransferState } from '../../src/transfers/transferReducers';

/** Of a change of thousands of items so many are told one by one. */
const MOST_TOLD = 3;

/** What an action changed: the items with their phases before and after, and everything else by its name. */
export function tellChange(before: TransferState, after: TransferState): string {
  if (before === after) return '';
  return [
    ...tellItems(before.downloads.items, after.downloads.items, tellDownload),
    ...tellItems(before.uploads.files, after.uploads.files, tellUpload),
    ...tellItems(before.interrupted.files, after.interrupted.files, tellUpload),
    ...tellMembers('session', before.session, after.session, []),
    ...tellMembers('uploads', before.uploads, after.uploads, ['files']),
    ...tellMembers('interrupted', before.interrupted, after.interrupted, ['files']),
    ...tellMembers('panel', before.panel, after.panel, []),
    ...tellMembers('history', before.history, after.history, ['saved']),
    ...tellItems(before.history.saved, after.history.saved, ({ title }) => [title, 'in the history']),
  ].join('; ');
}

/** Name of an item and how it stands. */
type Told = readonly [name: string, standing: string];

function tellDownload(item: DownloadItem): Told {
  const { title, completedSize, totalSize, phase } = item;
  const size = completedSize === undefined ? '' : ` ${completedSize}/${totalSize ?? '?'} B`;
  return [title, `${phase}${size}`];
}

function tellUpload(file: UploadFile): Told {
  const parts = sessionOf(file)?.parts.length;
  const { phase } = file.progress;
  return [file.newName ?? file.name, parts === undefined ? phase : `${phase} (parts held: ${parts})`];
}

function tellItems<Item extends { readonly id: string }>(
  before: readonly Item[],
  after: readonly Item[],
  tell: (item: Item) => Told,
): readonly string[] {
  if (before === after) return [];
  const known = new Map(before.map((item) => [item.id, item]));
  const left = new Set(after.map(({ id }) => id));
  const told = [
    ...after.filter((item) => known.get(item.id) !== item).map((item) => tellStep(known.get(item.id), item, tell)),
    ...before.filter(({ id }) => !left.has(id)).map((item) => tellStep(item, undefined, tell)),
  ];
  const more = told.length - MOST_TOLD;
  return more > 0 ? [...told.slice(0, MOST_TOLD), `and ${more} more`] : told;
}

function tellStep<Item>(before: Item | undefined, after: Item | undefined, tell: (item: Item) => Told): string {
  const [was, is] = [before && tell(before), after && tell(after)];
  const steps = [was?.[1], is?.[1] ?? 'gone'].filter((standing) => standing !== undefined);
  return `${(is ?? was)?.[0] ?? ''}: ${[...new Set(steps)].join(' → ')}`;
}

function tellMembers(name: string, before: object, after: object, without: readonly string[]): readonly string[] {
  if (before === after) return [];
  const was = new Map<string, unknown>(Object.entries(before));
  const is = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((member) => !without.includes(member) && was.get(member) !== is.get(member))
    .map((member) => `${name}.${member} = ${is.get(member) === undefined ? 'none' : JSON.stringify(is.get(member))}`);
}
