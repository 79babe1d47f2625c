import { expectSaga } from 'redux-saga-test-plan';

type Members = Readonly<Record<string, unknown>>;

interface Effect {
  readonly payload: unknown;
}

interface EffectExpectation {
  readonly effectName: string;
  readonly expectedEffect: unknown;
  /** True if a part of the effect is expected. */
  readonly like: boolean;
  readonly extractEffect: (effect: Effect) => unknown;
  /** The effects of this kind. */
  readonly store: { readonly values: () => readonly Effect[] };
  /** False after `.not`. */
  readonly expected: boolean;
}

interface Library {
  createEffectExpectation: (expectation: EffectExpectation) => (results: unknown) => void;
  createReturnExpectation: (expectation: ReturnExpectation) => (results: ReturnResult) => void;
}

interface ReturnExpectation {
  readonly value: unknown;
  readonly expected: boolean;
}

interface ReturnResult {
  readonly returnValue: unknown;
}

/*
 * Problem: if an effect is missing, redux-saga-test-plan prints all effects, and lists in them as `[Array]`, so that the expected
 * effect can look like one of them. So can the expected return value.
 * Idea: the failure shows how the nearest effect or the value differs, as Jest does.
 * Cost: relies on functions that the package does not document.
 */
const library = jest.requireActual<Library>('redux-saga-test-plan/lib/expectSaga/expectations');
const { createEffectExpectation, createReturnExpectation } = library;
library.createEffectExpectation = (expectation) => {
  const check = createEffectExpectation(expectation);
  return (results) => {
    try {
      check(results);
    } catch (error) {
      if (expectation.expected) expectNearest(expectation);
      throw error;
    }
  };
};

library.createReturnExpectation = ({ value, expected }) =>
  expected
    ? ({ returnValue }) => expect(returnValue).toStrictEqual(value)
    : createReturnExpectation({ value, expected });

/** Throws an error that shows how the nearest effect differs, if there is one. */
function expectNearest({ effectName, expectedEffect, like, extractEffect, store }: EffectExpectation): void {
  const expected = like ? expectedEffect : (expectedEffect as Effect).payload;
  const effects = store.values().map((effect) => (like ? extractEffect(effect) : effect.payload));
  const distances = effects.map((effect) => distanceOf(expected, effect, like));
  const nearest = effects[distances.indexOf(Math.min(...distances))];
  if (nearest === undefined) return;
  try {
    if (like) expect(nearest).toMatchObject(expected as object);
    else expect(nearest).toStrictEqual(expected);
  } catch (error) {
    const difference = (error as Error).message.replace(/^.*\n+/, '');
    throw new Error(`No ${effectName} as expected. The nearest of ${effects.length}:\n\n${difference}`);
  }
}

/** Counts the members that differ. Another type of action, called function or first argument counts as a thousand. */
function distanceOf(expected: unknown, actual: unknown, like: boolean): number {
  return 1_000 * countDifferences(headOf(expected), headOf(actual), like) + countDifferences(expected, actual, like);
}

function headOf(effect: unknown): Members {
  const { action, fn, args } = asMembers(effect);
  return { type: asMembers(action).type, fn, first: asMembers(args)[0] };
}

function countDifferences(expected: unknown, actual: unknown, like: boolean): number {
  if (Object.is(expected, actual)) return 0;
  if (!isMembers(expected) || !isMembers(actual)) return 1;
  const names = new Set([...Object.keys(expected), ...(like ? [] : Object.keys(actual))]);
  return [...names].reduce((sum, name) => sum + countDifferences(expected[name], actual[name], like), 0);
}

function asMembers(value: unknown): Members {
  return isMembers(value) ? value : {};
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

export { expectSaga };
