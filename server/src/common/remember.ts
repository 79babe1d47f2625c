/** Sets the latest value of a map, and removes the oldest values if there are more than a number. */
export function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, atMost: number): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= atMost) return;
    map.delete(oldest);
  }
}
