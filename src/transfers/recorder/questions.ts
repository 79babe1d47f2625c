import type { CallEffectDescriptor } from 'redux-saga/effects';
import * as effects from 'redux-saga/effects';
import { requestLine, type ApiRequest } from '../../api/baseQuery';
import { callApi } from '../../api/gateways';
import { RECORD_STORES, type Ports, type RecordStore, type RecordStoreName } from '../../platform/ports';
import { askForRefresh } from '../../session/refreshSession';
import { INSIDE } from './logEntry';

/** What a saga waits for, told so that a recording and its replay can be compared. */
export interface Question {
  readonly what: string;
  readonly about?: unknown;
}

type Describe = (args: readonly unknown[]) => Question;

/** Names what sagas wait for by the function that they call: names of functions do not outlive a build. */
export type NameQuestion = (called: CallEffectDescriptor<unknown>) => Question;

const DELAY: unknown = effects.delay(0).payload.fn;

/** True for the wait that redux-saga makes itself. */
export function isDelay({ fn }: CallEffectDescriptor<unknown>): boolean {
  return fn === DELAY;
}

/** @param ports whose functions the sagas call: each of them always the same function */
export function createQuestionNames(ports: Ports): NameQuestion {
  const names = new Map<unknown, Describe>([
    [DELAY, ([milliseconds]) => ({ what: 'delay', about: milliseconds })],
    [callApi, ([request]) => ({ what: 'api', about: describeRequest(request as ApiRequest) })],
    [askForRefresh, plainly('refreshAhead')],
    [ports.putPart, plainly('putPart')],
    [ports.hashPart, plainly('hashPart')],
    [ports.probeFile, plainly('probeFile')],
    [ports.reopenFiles, plainly('reopenFiles')],
    [ports.notifications.allow, plainly('notifications.allow')],
    [ports.locks.acquire, ([name]) => ({ what: 'locks.acquire', about: name })],
    [ports.locks.exclusive, ([name]) => ({ what: 'locks.exclusive', about: name })],
    [ports.locks.isTaken, ([name]) => ({ what: 'locks.isTaken', about: name })],
  ]);
  for (const name of RECORD_STORES) {
    const { readAll, put, remove } = ports.records(name);
    names
      .set(readAll, plainly(`${name}.readAll`))
      .set(put, plainly(`${name}.put`))
      .set(remove, plainly(`${name}.remove`));
  }
  return ({ fn, args }) => names.get(fn)?.(args) ?? { what: INSIDE };
}

/** Record stores whose functions can be told apart: those of a name are the same at each call, and no other's. */
export function namedRecords(open: Ports['records']): Ports['records'] {
  const openNamed = (name: RecordStoreName): RecordStore => {
    const { readAll, put, remove } = open(name);
    return { readAll: () => readAll(), put: (records) => put(records), remove: (keys) => remove(keys) };
  };
  const stores = new Map(RECORD_STORES.map((name) => [name, openNamed(name)]));
  return (name) => stores.get(name) ?? openNamed(name);
}

function plainly(what: string): Describe {
  return () => ({ what });
}

/** Of lists only how long they are: a large file has thousands of parts. */
function describeRequest(request: ApiRequest): object {
  const { params = [], body = {} } = request;
  const sent = Object.entries(body).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    Array.isArray(value) ? `${value.length} entries` : value,
  ]);
  return { request: requestLine(request), ...Object.fromEntries(params), ...Object.fromEntries(sent) };
}
