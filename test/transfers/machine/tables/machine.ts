import { isAction, type UnknownAction } from '@reduxjs/toolkit';
import { omit } from '@data-manager/lib/omit';

/** A machine, as far as its table needs it: a state in each phase, and an example of each event. */
export interface Machine {
  /** Marks its place in the README. */
  readonly name: string;
  /** The module of its slice. */
  readonly slice: object;
  readonly phases: readonly string[];
  /** Events by their label, which begins with the name of the event. In a list, the last one follows the others. */
  readonly examples: Readonly<Record<string, UnknownAction | readonly UnknownAction[]>>;
  /** Events that concern no single item. */
  readonly others?: readonly string[];
  /** Returns what an event does in a phase. */
  readonly cell: (phase: string, example: UnknownAction | readonly UnknownAction[]) => Cell;
  /** Returns the phase to which an event leads if there is no item; undefined if there is still none. */
  readonly born: (example: UnknownAction | readonly UnknownAction[]) => string | undefined;
}

/** The next phase, and the members that changed if it is the same. Undefined: nothing has changed. */
type Cell = { readonly phase: string; readonly members: readonly string[] } | undefined;

/** The phase of an item that an event has removed. */
const REMOVED = 'removed';

interface Described<State, Phase extends string> extends Pick<Machine, 'name' | 'slice' | 'examples' | 'others'> {
  readonly reduce: (state: State, event: UnknownAction) => State;
  /** The state without an item, unless that is a phase. */
  readonly none?: State;
  /** The compiler refuses a machine without one of its phases. */
  readonly states: Readonly<Record<Phase, State>>;
  /** Returns undefined if there is no item. */
  readonly phaseOf: (state: State) => string | undefined;
  /** Set for a slice without `phaseReducer`, whose events may copy a state that they don't change. */
  readonly mayCopy?: boolean;
  /** Returns the members that a reader of the table knows. */
  readonly membersOf: (state: State) => object;
}

export function describeMachine<State, Phase extends string>(described: Described<State, Phase>): Machine {
  const { reduce, none, states, phaseOf, membersOf, mayCopy = false, ...machine } = described;
  return {
    ...machine,
    phases: Object.keys(states),
    cell: (phase, example) => {
      const events = eventsOf(example);
      const before = events.slice(0, -1).reduce(reduce, states[phase as Phase]);
      const after = events.slice(-1).reduce(reduce, before);
      if (after === before) return undefined;
      const members = changedMembers(membersOf(before), membersOf(after));
      const next = phaseOf(after) ?? REMOVED;
      if (next !== phase || members.length > 0) return { phase: next, members };
      if (!mayCopy) throw new Error(`${nameOf(example)} copies the state in the phase ${phase}.`);
      return undefined;
    },
    born: (example) => (none === undefined ? undefined : phaseOf(eventsOf(example).reduce(reduce, none))),
  };
}

type Example = Machine['examples'][string];

function eventsOf(example: Example): readonly UnknownAction[] {
  return Array.isArray(example) ? (example as readonly UnknownAction[]) : [example as UnknownAction];
}

function nameOf(example: Example): string {
  const type = eventsOf(example).at(-1)?.type ?? '';
  return type.slice(type.indexOf('/') + 1);
}

function changedMembers(before: object, after: object): readonly string[] {
  const [was, is] = [new Map<string, unknown>(Object.entries(before)), new Map<string, unknown>(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)),
  );
}

/** A machine whose state is a list of items with a `phase`. */
export function describeList<Item extends { readonly phase: string }>({
  items,
  ...described
}: Pick<Machine, 'name' | 'slice' | 'examples' | 'others'> & {
  readonly reduce: (
    state: { readonly items: readonly Item[] },
    event: UnknownAction,
  ) => { readonly items: readonly Item[] };
  readonly items: Readonly<Record<Item['phase'], Item>>;
}): Machine {
  const states = Object.fromEntries(
    Object.entries<Item>(items).map(([phase, item]): [string, { readonly items: readonly Item[] }] => [
      phase,
      { items: [item] },
    ]),
  ) as Record<Item['phase'], { readonly items: readonly Item[] }>;
  return describeMachine({
    ...described,
    none: { items: [] },
    states,
    phaseOf: ({ items: [item] }) => item?.phase,
    membersOf: ({ items: [item] }) => omit({ phase: '', ...item }, 'phase'),
  });
}

function creatorsOf(slice: object): readonly UnknownAction[] {
  return Object.values(slice).filter(
    (member): member is UnknownAction => typeof member === 'function' && isAction(member),
  );
}

const isCommand = ({ type }: UnknownAction): boolean => type.endsWith('Requested');

/** Returns the events of the slice without an example. */
export function forgottenEvents({ slice, examples, others = [] }: Machine): readonly string[] {
  const known = new Set([...Object.values(examples).map(nameOf), ...others]);
  return creatorsOf(slice)
    .filter((creator) => !isCommand(creator))
    .map(nameOf)
    .filter((name) => !known.has(name));
}

/** Returns the commands of the slice, which change nothing. */
export function commandsOf({ slice }: Machine): readonly UnknownAction[] {
  return creatorsOf(slice)
    .filter(isCommand)
    .map(({ type }) => ({ type, payload: { id: '', ids: [] } }));
}

/** Returns the table and the chart of a machine, in Markdown. */
export function formatMachine(machine: Machine): string {
  const { phases, examples, cell } = machine;
  const rows = Object.entries(examples).map(([label, event]) => {
    const [name = '', ...rest] = label.split(' ');
    return [[`\`${name}\``, ...rest].join(' '), ...phases.map((phase) => formatCell(phase, cell(phase, event)))];
  });
  const [head = '', ...lines] = [['Event', ...phases], ...rows].map((row) => `| ${row.join(' | ')} |`);
  const rule = `|${'---|'.repeat(phases.length + 1)}`;
  return ['```mermaid', ...formatChart(machine), '```', '', head, rule, ...lines].join('\n');
}

/** A cell names this many members. */
const NAMED_MEMBERS = 3;

function formatCell(phase: string, result: Cell): string {
  if (result === undefined) return '·';
  if (result.phase !== phase) return result.phase;
  const names = result.members.map((name) => `\`${name}\``);
  return [...names.slice(0, NAMED_MEMBERS), ...(names.length > NAMED_MEMBERS ? ['…'] : [])].join(', ');
}

function formatChart({ phases, examples, cell, born }: Machine): readonly string[] {
  const arrows = new Map<string, Set<string>>();
  const draw = (from: string, to: string, event: string): void => {
    const arrow = `${from} --> ${to}`;
    arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(event));
  };
  const node = (phase: string): string =>
    phase === REMOVED ? '[*]' : phase.replaceAll(' ', '_').replace('+', '_with_parts');
  for (const event of Object.values(examples)) {
    const name = nameOf(event);
    const first = born(event);
    if (first !== undefined) draw('[*]', node(first), name);
    for (const phase of phases) {
      const next = cell(phase, event)?.phase ?? phase;
      if (next !== phase) draw(node(phase), node(next), name);
    }
  }
  return [
    'stateDiagram-v2',
    ...phases.filter((phase) => node(phase) !== phase).map((phase) => `  state "${phase}" as ${node(phase)}`),
    ...[...arrows].map(([arrow, events]) => `  ${arrow}: ${[...events].join(', ')}`),
  ];
}
