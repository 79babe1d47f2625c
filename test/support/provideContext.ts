import { getContext } from 'redux-saga/effects';
import type { StaticProvider } from 'redux-saga-test-plan/providers';

/** Provides the members of an object as the context of a saga that `expectSaga` runs. */
export function provideContext(context: object): StaticProvider[] {
  return Object.entries(context).map(([name, value]: [string, unknown]) => [getContext(name), value]);
}
