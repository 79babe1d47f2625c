import fc from 'fast-check';
import {
  compareLooks,
  isIgnoredInFollow,
  isSkippedInLook,
  reportAgain,
  SETTLED_MS,
  type KnownFiles,
  type SeenFile,
} from '../../../src/domain/follow/looks';

const LOOK_MS = 30_000;

/** A file that a program writes: when it begins, and how many bytes it adds in each of the following scans. */
const written = fc.record({
  begin: fc.nat(5),
  growth: fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
  isRenamed: fc.boolean(),
});

/** Returns the files that are on the disk during a scan. A file is renamed when it is written. */
function filesAt(look: number, programs: readonly { begin: number; growth: readonly number[]; isRenamed: boolean }[]) {
  return programs.flatMap(({ begin, growth, isRenamed }, index): SeenFile[] => {
    if (look < begin) return [];
    const steps = growth.slice(0, look - begin + 1);
    const isWritten = look - begin >= growth.length;
    const name = `S${String(index)}${isRenamed && !isWritten ? '.new' : ''}.tif`;
    const size = steps.reduce((sum, bytes) => sum + bytes, 0);
    const lastChange = begin + Math.min(growth.length - 1, look - begin);
    return [{ path: name, size, lastModified: lastChange * LOOK_MS }];
  });
}

describe('looks at a folder', () => {
  it('report every finished file exactly once, in natural order, and never while it grows', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 12 }), (programs) => {
        let known: KnownFiles = new Map();
        const reported: string[] = [];
        for (let look = 0; look < 16; look += 1) {
          const found = filesAt(look, programs);
          const before = filesAt(look - 1, programs);
          const next = compareLooks(known, found, look * LOOK_MS);
          known = next.known;
          for (const file of next.report.settled) expect(before).toContainEqual(file);
          const paths = next.report.settled.map(({ path }) => path);
          expect(paths).toEqual([...paths].sort(new Intl.Collator('en', { numeric: true }).compare));
          reported.push(...paths);
        }
        expect(reported.filter((path) => !path.includes('.new')).sort()).toEqual(
          filesAt(16, programs)
            .map(({ path }) => path)
            .sort(),
        );
      }),
    );
  });

  it('do not settle a file sooner than it can be written, however fast they follow each other', () => {
    const file = { path: 'a.tif', size: 1, lastModified: 1 };
    const first = compareLooks(new Map(), [file], 0);
    const second = compareLooks(first.known, [file], SETTLED_MS - 1);
    expect(second.report).toEqual({ settled: [], gone: [], growing: 1 });
    expect(compareLooks(second.known, [file], SETTLED_MS).report.settled).toEqual([file]);
  });

  it('report files that are gone or have changed after they were reported', () => {
    const files = ['a', 'b', 'c'].map((path) => ({ path, size: 1, lastModified: 1 }));
    const first = compareLooks(new Map(), files, 0);
    const second = compareLooks(first.known, files, LOOK_MS);
    const changed = [
      { path: 'a', size: 2, lastModified: 2 },
      { path: 'b', size: 1, lastModified: 1 },
    ];
    const third = compareLooks(second.known, changed, 2 * LOOK_MS);
    expect(third.report).toEqual({ settled: [], gone: ['c'], growing: 1 });
    expect(compareLooks(third.known, changed, 3 * LOOK_MS).report.settled).toEqual([changed[0]]);
  });

  it('report files again on request', () => {
    const file = { path: 'a', size: 1, lastModified: 1 };
    const first = compareLooks(new Map(), [file], 0);
    const second = compareLooks(first.known, [file], LOOK_MS);
    const again = reportAgain(second.known, ['a', 'unknown']);
    expect(compareLooks(again, [file], LOOK_MS + 1).report.settled).toEqual([file]);
  });

  it('skip reported files in nine of ten looks', () => {
    expect([0, 1, 9, 10].map((look) => isSkippedInLook({ isReported: true }, look))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isSkippedInLook({ isReported: false }, 1)).toBe(false);
    expect(isSkippedInLook(undefined, 1)).toBe(false);
  });

  it.each(['.DS_Store', 'a/._b.tif', 'a.tif.crswap', 'a.tif.part', 'b/~$a.docx'])('ignore %s', (path) => {
    expect(isIgnoredInFollow(path)).toBe(true);
    expect(isIgnoredInFollow('part.tif')).toBe(false);
  });
});
