import { formatFileName } from '../names/grammar';
import { numbersIn } from '../numberRange';
import type { Completeness } from './completeness';

/** Returns the names of the first missing images, by section and channel. */
export function wantedNames({ lanes }: Completeness, prefix: string, count: number): readonly string[] {
  const wanted = lanes.flatMap(({ layer, channel, missing }) =>
    missing
      .flatMap(({ first, last }) => numbersIn({ first, last: Math.min(last, first + count - 1) }))
      .slice(0, count)
      .map((section) => ({ section, layer, channel })),
  );
  wanted.sort((one, other) => one.section - other.section || one.layer - other.layer || one.channel - other.channel);
  return wanted.slice(0, count).map((numbers) => formatFileName({ dataset: prefix, ...numbers }));
}
