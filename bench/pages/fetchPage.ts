import type { FetchedFile } from '../fetchCase';

/*
 * The baseline of the downloads into folders: fetches the same ranges and writes them, and checks nothing.
 */

/** Fetches a file into the browser's private file system. Returns seconds. */
async function fetchBare({ name, url, size, rangeBytes, inFlight }: FetchedFile): Promise<number> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('bare', { create: true });
  const started = performance.now();
  const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
  const starts = Array.from({ length: Math.ceil(size / rangeBytes) }, (_, range) => range * rangeBytes);
  const fetchNext = async (): Promise<void> => {
    for (let position = starts.shift(); position !== undefined; position = starts.shift()) {
      const last = Math.min(size, position + rangeBytes) - 1;
      const response = await fetch(url, {
        headers: { Range: `bytes=${String(position)}-${String(last)}` },
        cache: 'no-store',
      });
      await writable.write({ type: 'write', position, data: await response.arrayBuffer() });
    }
  };
  await Promise.all(Array.from({ length: inFlight }, fetchNext));
  await writable.close();
  const seconds = (performance.now() - started) / 1_000;
  await root.removeEntry('bare', { recursive: true });
  return seconds;
}

Object.assign(window, { fetchBare });
