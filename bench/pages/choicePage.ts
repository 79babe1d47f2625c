/*
 * The baseline of the upload screen: reads the chosen files and lists their names.
 */

/** Waits until files are chosen and their names are painted. Returns the time since the browser's event, ms. */
function listNames(): Promise<number> {
  return new Promise((resolve) => {
    window.addEventListener('change', ({ target }) => {
      const started = performance.now();
      const files = target instanceof HTMLInputElement ? [...(target.files ?? [])] : [];
      const list = document.createElement('ol');
      for (const { name, size, lastModified } of files) {
        const item = document.createElement('li');
        item.textContent = `${name}, ${size}, ${lastModified}`;
        list.append(item);
      }
      document.body.append(list);
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - started)));
    });
  });
}

Object.assign(window, { listNames });
