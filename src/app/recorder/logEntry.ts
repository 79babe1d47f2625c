import type { UnknownAction } from '@reduxjs/toolkit';
import type { EffectLabel } from './effectLabels';

/** The origin of an action: a saga or the rest of the page. */
export type ActionSource = 'sagas' | 'page';

/** Everything that passed between the sagas and the rest of the app, in order. */
export type LogEntry =
  /** The sagas start. */
  | { readonly kind: 'started' }
  | { readonly kind: 'action'; readonly by: ActionSource; readonly action: UnknownAction }
  /** One or more actions of other slices. They change the order in which sagas wait for actions. */
  | { readonly kind: 'other' }
  /** An effect with an immediate result. */
  | ({ readonly kind: 'called'; readonly result: unknown } & EffectLabel)
  /** An effect without an immediate result. Numbered from 1. */
  | ({ readonly kind: 'waiting'; readonly id: number } & EffectLabel)
  /** The saga continues with the result. Cancelled effects have no such entry. */
  | { readonly kind: 'resolved'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'rejected'; readonly id: number; readonly message: string };

/** `at`: milliseconds since 1970. */
export type TimedEntry = LogEntry & { readonly at: number };
