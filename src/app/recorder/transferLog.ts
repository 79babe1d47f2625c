import type { UnknownAction } from '@reduxjs/toolkit';
import type { RecentAction } from '@data-manager/domain/failures/errorReport';
import type { Ports } from '../../platform/ports';
import { transferReducer, type TransferState } from '../../transfers/transferReducers';
import { createChunkedLog, LOG_LIMITS } from './chunkedLog';
import type { EffectLabel } from './effectLabels';
import type { ActionSource, LogEntry } from './logEntry';
import { createRedact } from './redact';

export type TransferLog = ReturnType<typeof createTransferLog>;

/** Length of `recentActions`, for error reports. */
const RECENT_ACTIONS = 20;

/** Keeps the latest entries, without secrets. */
export function createTransferLog(ports: Pick<Ports, 'clock' | 'random' | 'localStorage'>, limits = LOG_LIMITS) {
  const clean = createRedact(ports);
  const kept = createChunkedLog(transferReducer, limits);
  let recent: readonly RecentAction[] = [];
  let waiting = 0;
  let isOtherLast = false;

  const add = (entry: LogEntry): void => {
    const at = ports.clock.now();
    kept.add({ ...entry, at });
    if (entry.kind === 'action') recent = [...recent, { at, type: entry.action.type }].slice(-RECENT_ACTIONS);
    isOtherLast = entry.kind === 'other';
  };
  const cleanLabel = ({ label, args }: EffectLabel): EffectLabel => ({
    label: String(clean(label)),
    ...(args !== undefined && { args: clean(args) }),
  });

  return {
    /** Sets the state before the first entry. */
    begin: (state: object) => kept.begin(clean(state) as TransferState),
    started: () => add({ kind: 'started' }),
    action: (action: UnknownAction, by: ActionSource) =>
      add({ kind: 'action', by, action: clean(action) as UnknownAction }),
    other: () => {
      if (!isOtherLast) add({ kind: 'other' });
    },
    called: (label: EffectLabel, result: unknown) =>
      add({ kind: 'called', ...cleanLabel(label), result: clean(result) }),
    /** Returns the ID for `resolved` and `rejected`. */
    waiting: (label: EffectLabel): number => {
      waiting += 1;
      add({ kind: 'waiting', id: waiting, ...cleanLabel(label) });
      return waiting;
    },
    resolved: (id: number, result: unknown) => add({ kind: 'resolved', id, result: clean(result) }),
    rejected: (id: number, error: unknown) =>
      add({ kind: 'rejected', id, message: String(clean(error instanceof Error ? error.message : String(error))) }),
    /** Returns the latest actions without their payloads, oldest first. */
    recentActions: (): readonly RecentAction[] => recent,
    /** All entries, and the given state as the state after them. */
    content: (state: unknown) => ({ ...kept.content(), after: clean(state) }),
  };
}
