import type { Ports } from '../ports';

/** Creates `hashSamples` over `hashPart`: joins the samples of a file, which are small, and hashes them at once. */
export function createHashSamples(hashPart: Ports['hashPart']): Ports['hashSamples'] {
  return (file, samples, signal) => {
    let end = 0;
    const joined = samples.map((ranges) => {
      const start = end;
      for (const range of ranges) end += range.end - range.start;
      return [{ start, end }];
    });
    const body = new Blob(samples.flat().map(({ start, end: last }) => file.slice(start, last)));
    return hashPart(body, signal, joined);
  };
}
