import type { CallEffectDescriptor } from 'redux-saga/effects';
import * as effects from 'redux-saga/effects';
import { requestLine, type ApiRequest } from '../../api/baseQuery';
import { callApi } from '../../api/gateways';
import { RECORD_STORES, type Ports } from '../../platform/ports';
import { postToTabs } from '../../transfers/machine/tabMessages';

/** Names what an effect did, so that a recording and its replay can be compared. */
export interface EffectLabel {
  readonly label: string;
  /** A summary of the arguments. */
  readonly args?: unknown;
}

/** The result of waiting for another saga, for example for a semaphore. It needs no recording: a replay waits as well. */
export const INTERNAL: EffectLabel = { label: 'internal' };
/** A message taken from an event channel, which carries callbacks from outside to the sagas. */
export const EVENT: EffectLabel = { label: 'event' };

/** Begins the labels of messages to other tabs. */
const MESSAGE = 'tabs.post ';

/** Returns the path of a function in the sagas' context, such as `clock.now`. Names of functions change with each build. */
export type FindPath = (fn: unknown) => string | undefined;

/** Collects the functions in the sagas' context, those of the ports first. */
export function createFindPath({ ports, ...context }: { readonly ports: Ports }): FindPath {
  const paths = new Map<unknown, string>();
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'function') {
      if (!paths.has(value)) paths.set(value, path);
    } else if (isPlainObject(value)) {
      for (const [name, member] of Object.entries(value)) visit(member, path === '' ? name : `${path}.${name}`);
    }
  };
  const { records, ...otherPorts } = ports;
  visit(otherPorts, '');
  for (const name of RECORD_STORES) visit(records(name), `records.${name}`);
  visit(context, '');
  return (fn) => paths.get(fn);
}

const delayFn: unknown = effects.delay(0).payload.fn;

/** Returns true for the promise of a `delay` effect, which redux-saga creates itself. */
function isDelay({ fn }: CallEffectDescriptor<unknown>): boolean {
  return fn === delayFn;
}

/** Labels a `call` effect whose result comes from outside the sagas; undefined for calls of other sagas and helpers. */
export function labelCall(called: CallEffectDescriptor<unknown>, findPath: FindPath): EffectLabel | undefined {
  const { fn, args } = called;
  if (isDelay(called)) return { label: 'delay', args: args[0] };
  if (fn === callApi) return labelRequest(args[0] as ApiRequest);
  if (fn === postToTabs) return { label: MESSAGE + nameMessage(args[1] as Parameters<typeof postToTabs>[1]) };
  const label = findPath(fn);
  if (label === undefined) return undefined;
  return { label, args: args.map((arg) => summarize(arg, 2) ?? null) };
}

function nameMessage({ kind, machine }: Parameters<typeof postToTabs>[1]): string {
  return typeof machine === 'string' ? `${kind} ${machine}` : kind;
}

function labelRequest(request: ApiRequest): EffectLabel {
  const { params = [], body = {} } = request;
  return { label: requestLine(request), args: { ...Object.fromEntries(params), ...asMembers(summarize(body, 2)) } };
}

function asMembers(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Replaces lists by their length, since a large file has thousands of parts, and omits values that are not JSON. */
function summarize(value: unknown, depth: number): unknown {
  if (typeof value === 'function') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return `${value.length} entries`;
  if (!isPlainObject(value) || depth === 0) return undefined;
  const members = Object.entries(value).map(([name, member]) => [name, summarize(member, depth - 1)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
