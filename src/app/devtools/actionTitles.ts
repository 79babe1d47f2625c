import { partCount } from '@data-manager/domain/uploads/uploadPlan';
import { isRecord } from '@data-manager/lib/isRecord';
import { counted } from '@data-manager/lib/plural';

interface TitledAction {
  readonly type: string;
  readonly payload?: unknown;
  readonly meta?: unknown;
}

/** What an action calls its subject: a file, a download, a fetch, a followed or a compared folder. */
interface Subject {
  readonly name: string;
  readonly size?: number;
  readonly partSize?: number;
}

type Members = Readonly<Record<string, unknown>>;

const MACHINES: Readonly<Record<string, string>> = {
  uploads: 'upload',
  downloads: 'download',
  fetches: 'fetch',
  follows: 'follow',
  comparisons: 'comparison',
};

export function createActionTitles() {
  const subjects = new Map<string, Subject>();
  const learnEntity = (entity: unknown): void => {
    if (!isRecord(entity) || typeof entity.id !== 'string') return;
    const name = entity.name ?? entity.title ?? entity.folderName;
    if (typeof name !== 'string') return;
    subjects.set(entity.id, { name, ...(typeof entity.size === 'number' && { size: entity.size }) });
  };
  const subjectOf = (details: Members): Subject | undefined => {
    const id = idOf(details);
    if (id !== undefined) return subjects.get(id) ?? { name: id };
    // A request has no id yet.
    return typeof details.title === 'string' ? { name: details.title } : undefined;
  };
  return {
    /** Returns the name of the file or transfer that an action concerns, or its id if the name is unknown. */
    nameOf: ({ payload }: TitledAction) => subjectOf(asMembers(payload))?.name,
    /** Remembers the names of what an action adds, because later actions only have an id. */
    learn: ({ payload }: TitledAction) => {
      const { id, partSize } = asMembers(payload);
      const known = typeof id === 'string' ? subjects.get(id) : undefined;
      if (known !== undefined && typeof partSize === 'number') subjects.set(String(id), { ...known, partSize });
      for (const member of Object.values(asMembers(payload))) {
        // States keep lists of files in chunks.
        if (Array.isArray(member)) member.flat().forEach(learnEntity);
        else learnEntity(member);
      }
    },
    /** Returns for example `upload S000123_L01_ch02.tif: part 7 of 12 verified`. */
    titleOf: ({ type, payload, meta }: TitledAction) => {
      const [machine = '', event = ''] = splitType(type);
      if (machine === 'api') return requestTitle(event, asMembers(meta)) ?? type;
      if (machine === '' || event === '') return type;
      const details = asMembers(payload);
      const subject = subjectOf(details);
      const name = subject === undefined ? '' : ` ${subject.name}`;
      return `${MACHINES[machine] ?? machine}${name}: ${phraseOf(event, details, subject)}`;
    },
  };
}

function splitType(type: string): readonly string[] {
  const slash = type.indexOf('/');
  return slash < 0 ? [] : [type.slice(0, slash), type.slice(slash + 1)];
}

/** Returns the title of an action of RTK Query, for example `query listProjects: fulfilled`. */
function requestTitle(event: string, meta: Members): string | undefined {
  const { endpointName } = asMembers(meta.arg);
  const [, kind, stage] = /^execute(Query|Mutation)\/(\w+)$/.exec(event) ?? [];
  if (typeof endpointName !== 'string' || kind === undefined) return undefined;
  return `${kind.toLowerCase()} ${endpointName}: ${stage}`;
}

function phraseOf(event: string, details: Members, subject: Subject | undefined): string {
  switch (event) {
    case 'partUploaded':
      return `part ${asText(asMembers(details.part).partNumber)}${ofParts(subject)} verified`;
    case 'partRetried':
      return `part ${asText(details.partNumber)}${ofParts(subject)} will be sent again${reasonOf(details)}`;
    default:
      return `${wordsOf(event)}${countOf(details)}${reasonOf(details)}`;
  }
}

/** Returns `part uploaded` for `partUploaded`. */
function wordsOf(event: string): string {
  return event.replace(/([a-z])([A-Z])/g, (_pair, end: string, start: string) => `${end} ${start.toLowerCase()}`);
}

function ofParts(subject: Subject | undefined): string {
  return subject?.size === undefined ? '' : ` of ${partCount({ ...subject, size: subject.size })}`;
}

/** The name of the only file or transfer of a list, or their number. */
function countOf({ files, paths = files, items, ids }: Members): string {
  const list: unknown = paths ?? items ?? ids;
  if (!Array.isArray(list)) return '';
  const only: unknown = list[0];
  const name = typeof only === 'string' ? only : asMembers(only).name;
  if (list.length === 1 && paths !== undefined && typeof name === 'string') return `, ${name}`;
  return `, ${counted(list.length, paths === undefined ? 'item' : 'file')}`;
}

function reasonOf({ failure, fault, reason }: Members): string {
  const kind = asMembers(failure ?? fault).kind ?? reason;
  return typeof kind === 'string' ? ` (${kind})` : '';
}

function idOf({ id, ...others }: Members): string | undefined {
  if (typeof id === 'string') return id;
  const added = Object.values(others).find((member) => typeof asMembers(member).id === 'string');
  const addedId = asMembers(added).id;
  return typeof addedId === 'string' ? addedId : undefined;
}

function asText(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '?';
}

function asMembers(value: unknown): Members {
  return isRecord(value) ? value : {};
}
