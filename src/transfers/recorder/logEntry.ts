import type { UnknownAction } from '@reduxjs/toolkit';

/** Who dispatched an action: a saga of the transfers, a saga of the session, or anything else in the page. */
export type ActionSource = 'transfers' | 'session' | 'page';

/** What happened between the transfers' sagas and the rest of the world, each in its place: their order is exact. */
export type LogEntry =
  /** The transfers' sagas start. */
  | { readonly kind: 'started' }
  | { readonly kind: 'action'; readonly by: ActionSource; readonly action: UnknownAction }
  /** One action or several of which the transfers know nothing. Sagas that wait for a change looked up all the same. */
  | { readonly kind: 'other' }
  /** A saga waits for an answer. `inside`: for another saga, not for anything outside. */
  | { readonly kind: 'asked'; readonly call: number; readonly what: string; readonly about?: unknown }
  /** The answer came, and the saga went on. One that nobody waited for any more leaves no entry. */
  | { readonly kind: 'answered'; readonly call: number; readonly answer: unknown }
  /** The same with an exception. */
  | { readonly kind: 'threw'; readonly call: number; readonly message: string }
  /** Something was looked up that is there at once: the time, a random number, whether the page is online. */
  | { readonly kind: 'read'; readonly what: string; readonly value: unknown }
  /** The page called a listener back. Listeners are counted from 1, in the order in which they were given. */
  | { readonly kind: 'heard'; readonly listener: number; readonly what: string; readonly message: unknown }
  /** How much of a PUT has gone out. PUTs are counted from 1. */
  | { readonly kind: 'progress'; readonly put: number; readonly bytes: number }
  /** Something that was shown to the person or handed to the browser. It is told, and not held against a replay. */
  | { readonly kind: 'noted'; readonly what: string; readonly about: unknown };

/** `at`: milliseconds since 1970. */
export type TimedEntry = LogEntry & { readonly at: number };

/** What a saga waits for when it waits for another saga. */
export const INSIDE = 'inside';
