import { useState } from 'react';

/** The unfolded rows of a feed, by their ids. */
export function useUnfolded(first: readonly string[] = []) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(first));
  const toggle = (id: string) =>
    setOpen((current) => new Set(current.has(id) ? [...current].filter((one) => one !== id) : [...current, id]));
  return { open, toggle };
}
