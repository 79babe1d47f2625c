import { partCount } from '@data-manager/domain/uploads/uploadPlan';
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
}

type Members = Readonly<Record<string, unknown>>;

const MACHINES: Readonly<Record<string, string>> = {
  uploads: 'upload',
  downloads: 'download',
  fetches: 'fetch',
  follows: 'follow',
  comparisons: 'comparison',
};

/** Gives actions titles that a person understands. */
export interface ActionTitles {
  /** Remembers the names of what an action adds, because later actions only have an id. */
  readonly learn: (action: TitledAction) => void;
  /** Returns for example `upload S000123_L01_ch02.tif: part 7 of 12 verified`. */
  readonly titleOf: (action: TitledAction) => string;
}

export function createActionTitles(): ActionTitles {
  const subjects = new Map<string, Subject>();
  const learnEntity = (entity: unknown): void => {
    if (!isMembers(entity) || typeof entity.id !== 'string') return;
    const name = entity.name ?? entity.title ?? entity.folderName;
    if (typeof name !== 'string') return;
    subjects.set(entity.id, { name, ...(typeof entity.size === 'number' && { size: entity.size }) });
  };
  return {
    learn: ({ payload }) => {
      for (const member of Object.values(asMembers(payload))) {
        if (Array.isArray(member)) member.forEach(learnEntity);
        else learnEntity(member);
      }
    },
    titleOf: ({ type, payload, meta }) => {
      const [machine = '', event = ''] = splitType(type);
      if (machine === 'api') return requestTitle(event, asMembers(meta)) ?? type;
      if (machine === '' || event === '') return type;
      const details = asMembers(payload);
      const id = idOf(details);
      const subject = id === undefined ? undefined : (subjects.get(id) ?? { name: id });
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
  return subject?.size === undefined ? '' : ` of ${partCount(subject.size)}`;
}

function countOf({ files, items, ids }: Members): string {
  const list = files ?? items ?? ids;
  if (!Array.isArray(list)) return '';
  return `, ${counted(list.length, files === undefined ? 'item' : 'file')}`;
}

function reasonOf({ failure, fault }: Members): string {
  const { kind } = asMembers(failure ?? fault);
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

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

function asMembers(value: unknown): Members {
  return isMembers(value) ? value : {};
}
