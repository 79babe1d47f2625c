import { createAction } from '@reduxjs/toolkit';
import { omit } from '../../src/lib/omit';
import { on, plainReducer } from '../../src/lib/plainReducer';

const added = createAction<number>('added');
const reducer = plainReducer({ sum: 0 }, [on(added, (state, by) => (by === 0 ? state : { sum: state.sum + by }))]);

describe('a plain reducer', () => {
  it('begins with its initial state and changes by its cases', () => {
    expect(reducer(reducer(undefined, added(1)), added(2))).toEqual({ sum: 3 });
  });

  it('gives the same object back where nothing changes', () => {
    const state = { sum: 3 };
    expect(reducer(state, added(0))).toBe(state);
    expect(reducer(state, { type: 'other' })).toBe(state);
  });
});

describe('omit', () => {
  it('leaves the member out of a copy', () => {
    const whole = { a: 1, b: 2 };
    expect(omit(whole, 'a')).toEqual({ b: 2 });
    expect(whole).toEqual({ a: 1, b: 2 });
  });
});
