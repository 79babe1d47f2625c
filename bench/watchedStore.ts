/** The app's store as a probe in the page sees it. */
export interface WatchedStore {
  readonly getState: () => unknown;
  readonly subscribe: (listener: () => void) => () => void;
  readonly dispatch: (action: { readonly type: string; readonly payload?: unknown }) => unknown;
}

/** Returns true for any object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isStore(value: unknown): value is WatchedStore {
  return isRecord(value) && ['getState', 'subscribe', 'dispatch'].every((name) => typeof value[name] === 'function');
}

/** Finds the app's store through the React tree that is attached to the root element. */
export function findStore(): WatchedStore {
  const root = document.getElementById('root');
  const [, container] = Object.entries(root ?? {}).find(([name]) => name.startsWith('__reactContainer$')) ?? [];
  const open: unknown[] = [container];
  while (open.length > 0) {
    const node = open.pop();
    if (!isRecord(node)) continue;
    if (isRecord(node.memoizedProps) && isStore(node.memoizedProps.store)) return node.memoizedProps.store;
    open.push(node.sibling, node.child);
  }
  throw new Error('The page has no store.');
}
