import type { DroppedFiles } from './ports';

/** Holds the latest drop until the upload screen takes it. */
export function createDroppedFiles(): DroppedFiles {
  let held: ReturnType<DroppedFiles['take']>;
  return {
    hold: (batches) => {
      held = batches;
    },
    take: () => {
      const taken = held;
      held = undefined;
      return taken;
    },
  };
}
