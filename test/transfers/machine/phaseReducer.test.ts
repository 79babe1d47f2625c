import { createSlice } from '@reduxjs/toolkit';
import { listReducer, REMOVED, type Items } from '../../../src/transfers/machine/phaseReducer';

type Lamp =
  | { readonly id: string; readonly phase: 'off' }
  | { readonly id: string; readonly phase: 'on'; readonly watts: number }
  | { readonly id: string; readonly phase: 'broken'; readonly reason: string };

type Phase = Lamp['phase'];
type Result = Phase | 'gone' | 'same';

const { append, events, on } = listReducer<Lamp>();

const { actions, reducer } = createSlice({
  name: 'lamps',
  initialState: (): Items<Lamp> => ({ items: [] }),
  reducers: events({
    lampAdded: (state, { lamp }: { readonly lamp: Lamp }) => append(state, lamp),
    lampLit: on(['off'], ({ id }, { watts }: { readonly id: string; readonly watts: number }) => ({
      id,
      phase: 'on',
      watts,
    })),
    lampDimmed: on(['on'], (lamp) => (lamp.watts < 5 ? lamp : { ...lamp, watts: lamp.watts / 2 })),
    lampBroken: on(['off', 'on'], ({ id, phase }) => ({ id, phase: 'broken', reason: `while ${phase}` })),
    lampReplaced: on(['broken'], () => REMOVED),
    lampStolen: on('any', () => REMOVED),
    allStolen: (state) => (state.items.length === 0 ? state : { items: [] }),
  }),
});

const id = 'hall';
const LAMPS: Readonly<Record<Phase, Lamp>> = {
  off: { id, phase: 'off' },
  on: { id, phase: 'on', watts: 8 },
  broken: { id, phase: 'broken', reason: 'old' },
};
const DIM: Lamp = { id, phase: 'on', watts: 4 };

const kitchen: Lamp = { id: 'kitchen', phase: 'off' };
const cellar: Lamp = { id: 'cellar', phase: 'broken', reason: 'wet' };

function house(lamp: Lamp): Items<Lamp> {
  return { items: [kitchen, lamp, cellar] };
}

describe('an event of a machine', () => {
  it.each<[string, Parameters<typeof reducer>[1], Readonly<Record<Phase, Result>>]>([
    ['lampLit', actions.lampLit({ id, watts: 8 }), { off: 'on', on: 'same', broken: 'same' }],
    ['lampDimmed', actions.lampDimmed({ id }), { off: 'same', on: 'on', broken: 'same' }],
    ['lampBroken', actions.lampBroken({ id }), { off: 'broken', on: 'broken', broken: 'same' }],
    ['lampReplaced', actions.lampReplaced({ id }), { off: 'same', on: 'same', broken: 'gone' }],
    ['lampStolen', actions.lampStolen({ id }), { off: 'gone', on: 'gone', broken: 'gone' }],
    ['lampAdded (the same id)', actions.lampAdded({ lamp: DIM }), { off: 'same', on: 'same', broken: 'same' }],
    [
      'lampLit (an unknown id)',
      actions.lampLit({ id: 'attic', watts: 8 }),
      { off: 'same', on: 'same', broken: 'same' },
    ],
    ['lampStolen (an unknown id)', actions.lampStolen({ id: 'attic' }), { off: 'same', on: 'same', broken: 'same' }],
    [
      'an action of another slice',
      { type: 'other/lampStolen', payload: { id } },
      { off: 'same', on: 'same', broken: 'same' },
    ],
  ])('%s changes the phases that it fits, and returns the same state in all others', (_name, event, results) => {
    for (const phase of ['off', 'on', 'broken'] as const) {
      const before = house(LAMPS[phase]);
      const after = reducer(before, event);
      const found = after.items.find((lamp) => lamp.id === id);
      expect(after === before ? 'same' : (found?.phase ?? 'gone')).toBe(results[phase]);
    }
  });

  it('returns the same state if the item stays the same in a phase that the event fits', () => {
    const before = house(DIM);
    expect(reducer(before, actions.lampDimmed({ id }))).toBe(before);
  });

  it('gets an item in one of its phases, and the payload', () => {
    expect(reducer(house(LAMPS.on), actions.lampBroken({ id })).items[1]).toEqual({
      id,
      phase: 'broken',
      reason: 'while on',
    });
    expect(reducer(house(LAMPS.off), actions.lampLit({ id, watts: 60 })).items[1]).toEqual({
      id,
      phase: 'on',
      watts: 60,
    });
  });

  it('keeps the order of the items, and the items that it does not name', () => {
    const before = house(LAMPS.on);
    const dimmed = reducer(before, actions.lampDimmed({ id })).items;
    expect(dimmed.map((lamp) => lamp.id)).toEqual(['kitchen', 'hall', 'cellar']);
    expect(dimmed[0]).toBe(kitchen);
    expect(dimmed[2]).toBe(cellar);
    expect(reducer(before, actions.lampStolen({ id })).items).toEqual([kitchen, cellar]);
    expect(reducer({ items: [kitchen] }, actions.lampAdded({ lamp: cellar })).items).toEqual([kitchen, cellar]);
  });

  it('changes neither the state nor the item that it replaces', () => {
    const before = Object.freeze({ items: Object.freeze([Object.freeze(LAMPS.on)]) });
    expect(reducer(before, actions.lampDimmed({ id })).items).toEqual([{ id, phase: 'on', watts: 4 }]);
  });

  it('is named by its slice', () => {
    expect(actions.lampLit({ id, watts: 8 })).toEqual({ type: 'lamps/lampLit', payload: { id, watts: 8 } });
    expect(actions.allStolen()).toEqual({ type: 'lamps/allStolen', payload: undefined });
    expect(actions.lampBroken.match(actions.lampBroken({ id }))).toBe(true);
    expect(reducer(house(DIM), actions.allStolen())).toEqual({ items: [] });
    expect(reducer(undefined, { type: 'init' })).toEqual({ items: [] });
  });
});
