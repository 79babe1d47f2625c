import { formatCount } from '@data-manager/lib/formatNumber';
import { lastSegment } from '@data-manager/lib/lastSegment';
import { PIPELINE_LABELS } from '../jobs/pipelineLabels';
import { shownName } from '../names/shownName';

/** A job that was started or cancelled, or something that was renamed. */
export interface ActivityItem {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Absent if the server did it. */
  readonly userId?: string;
  readonly action: string;
  readonly type: string;
  /** A title, a path, or the key of the first file. */
  readonly name: string;
  /** The pipeline of a job, or `from` and the former name. */
  readonly details?: string;
  /** The number of renamed files. */
  readonly count: number;
}

/** Returns what was done: `Add To Viewer started`, `3 files renamed`, `Dataset renamed`. */
export function activityText({ action, type, details = '', count }: ActivityItem): string {
  if (type === 'job') {
    const label = Object.entries(PIPELINE_LABELS).find(([pipeline]) => pipeline === details)?.[1] ?? 'Job';
    return `${label} ${action === 'cancel' ? 'cancelled' : 'started'}`;
  }
  if (count > 1) return `${formatCount(count)} ${type}s renamed`;
  return `${type.charAt(0).toUpperCase()}${type.slice(1)} renamed`;
}

/** Returns the place of a job, or both names of the first renamed item: `old → new`. */
export function activityPlace({ type, name, details }: ActivityItem): string {
  if (type === 'job') return withoutSponsor(name);
  const former = details?.replace(/^from /, '');
  if (type !== 'file') return former === undefined ? shownName(name) : `${shownName(former)} → ${shownName(name)}`;
  return former === undefined ? withoutSponsor(name) : `${withoutSponsor(former)} → ${shownName(lastSegment(name))}`;
}

function withoutSponsor(path: string): string {
  return shownName(path.slice(path.indexOf('/') + 1));
}
