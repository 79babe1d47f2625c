/**
 * Reads the place in the URL's fragment: `section=12&layer=1&off=3&colour=1-ff00ff`. The app creates it, too. Ignores
 * invalid values.
 *
 * @returns `section` and `layer`, null if absent; `off`, the hidden channels; `colours`, the chosen colors by channel.
 */
export function readAddress() {
  const params = new URLSearchParams(location.hash.slice(1));
  const [section, layer] = ['section', 'layer'].map((name) => {
    const text = params.get(name) ?? '';
    return /^\d{1,6}$/.test(text) ? Number(text) : null;
  });
  const colours = params.getAll('colour').flatMap((text) => {
    const [, channel, colour] = /^(\d{1,2})-([\da-f]{6})$/i.exec(text) ?? [];
    return channel === undefined ? [] : [[Number(channel), `#${colour}`]];
  });
  return { section, layer, off: new Set(params.getAll('off').map(Number)), colours: new Map(colours) };
}

/** Replaces the place in the URL. `layer` is null if the sections have a single layer. */
export function writeAddress({ section, layer, off, colours }) {
  const params = new URLSearchParams({ section, ...(layer !== null && { layer }) });
  for (const channel of off) params.append('off', String(channel));
  for (const [channel, colour] of colours) params.append('colour', `${channel}-${colour.slice(1)}`);
  history.replaceState(null, '', `#${params}`);
}

/** Returns the index of the slice at a place: the one of this section and layer, or else the nearest section. */
export function findSlice(slices, { section, layer }) {
  if (section === null) return 0;
  const distances = slices.map(
    (slice) => Math.abs(slice.section - section) * 2 + (slice.layer === (layer ?? slice.layer) ? 0 : 1),
  );
  return distances.indexOf(Math.min(...distances));
}
