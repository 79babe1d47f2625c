import * as session from '../../session/sessionSlice';
import * as comparisons from '../../transfers/comparisons/comparisonsSlice';
import * as downloads from '../../transfers/downloads/downloadsSlice';
import * as fetches from '../../transfers/fetches/fetchesSlice';
import * as follows from '../../transfers/follows/followsSlice';
import * as history from '../../transfers/history/historySlice';
import * as interrupted from '../../transfers/interrupted/interruptedSlice';
import * as panel from '../../transfers/panel/panelSlice';
import * as uploads from '../../transfers/uploads/uploadsSlice';

const SLICES: readonly object[] = [
  session,
  downloads,
  uploads,
  fetches,
  follows,
  comparisons,
  interrupted,
  history,
  panel,
];

/** Commands have names that end like this. */
const COMMAND = /Requested$/;

type CreateCommand = (payload: unknown) => { readonly type: string; readonly payload: unknown };

/** Returns a creator for each command, by its type, for the Dispatcher of Redux DevTools. It shows the name of the argument. */
export function commandCreators(): Record<string, CreateCommand> {
  const types = SLICES.flatMap((slice) => Object.values(slice).map(typeOf)).filter((type) => COMMAND.test(type));
  return Object.fromEntries(types.map((type) => [type, (payload: unknown) => ({ type, payload })]));
}

/** Returns the type of an action creator; an empty text for anything else that a slice exports. */
function typeOf(exported: unknown): string {
  const type: unknown = typeof exported === 'function' ? Reflect.get(exported, 'type') : undefined;
  return typeof type === 'string' ? type : '';
}
