/*
 * Functions that run in a page. Playwright serializes them, so they must not use outer variables.
 */

/** Returns everything that a page stores besides its document, as text by place. */
export async function readPlaces(): Promise<Readonly<Record<string, string>>> {
  const asText = (value: unknown): string => JSON.stringify([value]);

  const settled = <Result>(request: IDBRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('The database request failed.'));
    });

  const readDatabase = async (name: string): Promise<string> => {
    const database = await settled(indexedDB.open(name));
    const rows: unknown[] = [];
    for (const store of database.objectStoreNames) {
      const reading = database.transaction(store).objectStore(store);
      rows.push([store, await settled(reading.getAllKeys()), await settled(reading.getAll())]);
    }
    database.close();
    return asText(rows);
  };

  /** Finds the store among the props in React's fiber tree, which is attached to the root element. */
  const readStore = (): string => {
    const root = document.getElementById('root') ?? {};
    const key = Object.keys(root).find((one) => one.startsWith('__reactContainer$')) ?? '';
    const waiting: unknown[] = [Reflect.get(root, key)];
    while (waiting.length > 0) {
      const fiber = waiting.pop();
      if (typeof fiber !== 'object' || fiber === null) continue;
      const { memoizedProps, child, sibling } = fiber as {
        memoizedProps?: unknown;
        child?: unknown;
        sibling?: unknown;
      };
      const store: unknown =
        typeof memoizedProps === 'object' && memoizedProps !== null ? Reflect.get(memoizedProps, 'store') : undefined;
      if (typeof store === 'object' && store !== null) {
        const getState: unknown = Reflect.get(store, 'getState');
        if (typeof getState === 'function') return asText(Reflect.apply(getState, store, []));
      }
      waiting.push(sibling, child);
    }
    return '';
  };

  const places: Record<string, string> = {
    title: document.title,
    address: location.href,
    'history state': asText(history.state),
    'window name': window.name,
    store: readStore(),
  };
  for (const key of Object.keys(localStorage)) places[`local storage ${key}`] = localStorage.getItem(key) ?? '';
  for (const key of Object.keys(sessionStorage)) places[`session storage ${key}`] = sessionStorage.getItem(key) ?? '';
  for (const { name = '' } of await indexedDB.databases()) places[`database ${name}`] = await readDatabase(name);
  for (const name of await caches.keys()) {
    places[`cache ${name}`] = asText((await (await caches.open(name)).keys()).map(({ url }) => url));
  }
  return places;
}

/**
 * Reports content that is added to the document, even if only briefly, messages to other tabs, and calls of the Redux
 * DevTools. Must run before the page's own scripts.
 */
export function reportTransientContent(): void {
  const report = (where: string, text: string): void => {
    const listener: unknown = Reflect.get(window, 'reportText');
    if (typeof listener === 'function') Reflect.apply(listener, window, [where, text]);
  };
  new MutationObserver((records) => {
    const texts = records.flatMap(({ type, target, attributeName, addedNodes }) => {
      if (!target.isConnected) return [];
      if (type === 'characterData') return [target.textContent ?? ''];
      if (type === 'attributes')
        return target instanceof Element ? [target.getAttribute(attributeName ?? '') ?? ''] : [];
      return [...addedNodes]
        .filter((node) => node.isConnected)
        .map((node) => (node instanceof Element ? node.outerHTML : (node.textContent ?? '')));
    });
    if (texts.length > 0) report('document', texts.join('\n'));
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  const post = Reflect.get(BroadcastChannel.prototype, 'postMessage');
  BroadcastChannel.prototype.postMessage = function (this: BroadcastChannel, message: unknown) {
    report('message to other tabs', JSON.stringify(message));
    Reflect.apply(post, this, [message]);
  };

  const extension = () => {
    report('Redux DevTools', 'called');
    return <Store>(createStore: Store): Store => createStore;
  };
  Object.assign(window, {
    __REDUX_DEVTOOLS_EXTENSION__: Object.assign(extension, { connect: extension }),
    __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: extension,
  });
}
