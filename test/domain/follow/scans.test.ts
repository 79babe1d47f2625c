import fc from 'fast-check';
import {
  compareScans,
  isIgnoredInFollow,
  isSkippedInScan,
  reportAgain,
  SETTLED_MS,
  type KnownFiles,
  type SeenFile,
} from '@data-manager/domain/follow/scans';

const SCAN_MS = 30_000;

/** A file that a program writes: when it begins, and how many bytes it adds in each of the following scans. */
const written = fc.record({
  begin: fc.nat(5),
  growth: fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
  isRenamed: fc.boolean(),
});

/** Returns the files that are on the disk during a scan. A file is renamed when it is written. */
function filesAt(scan: number, programs: readonly { begin: number; growth: readonly number[]; isRenamed: boolean }[]) {
  return programs.flatMap(({ begin, growth, isRenamed }, index): SeenFile[] => {
    if (scan < begin) return [];
    const steps = growth.slice(0, scan - begin + 1);
    const isWritten = scan - begin >= growth.length;
    const name = `S${String(index)}${isRenamed && !isWritten ? '.new' : ''}.tif`;
    const size = steps.reduce((sum, bytes) => sum + bytes, 0);
    const lastChange = begin + Math.min(growth.length - 1, scan - begin);
    return [{ path: name, size, lastModified: lastChange * SCAN_MS }];
  });
}

describe('scans of a folder', () => {
  it('reports every finished file of a folder exactly once, in natural order, and never while it grows', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 12 }), (programs) => {
        let known: KnownFiles = new Map();
        const reported: string[] = [];
        for (let scan = 0; scan < 16; scan += 1) {
          const found = filesAt(scan, programs);
          const before = filesAt(scan - 1, programs);
          const next = compareScans(known, found, scan * SCAN_MS);
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

  it('does not settle a file sooner than it can be written, however fast the scans follow each other', () => {
    const file = { path: 'a.tif', size: 1, lastModified: 1 };
    const first = compareScans(new Map(), [file], 0);
    const second = compareScans(first.known, [file], SETTLED_MS - 1);
    expect(second.report).toEqual({ settled: [], gone: [], growing: 1 });
    expect(compareScans(second.known, [file], SETTLED_MS).report.settled).toEqual([file]);
  });

  it('reports files that are gone or have changed after they were reported', () => {
    const files = ['a', 'b', 'c'].map((path) => ({ path, size: 1, lastModified: 1 }));
    const first = compareScans(new Map(), files, 0);
    const second = compareScans(first.known, files, SCAN_MS);
    const changed = [
      { path: 'a', size: 2, lastModified: 2 },
      { path: 'b', size: 1, lastModified: 1 },
    ];
    const third = compareScans(second.known, changed, 2 * SCAN_MS);
    expect(third.report).toEqual({ settled: [], gone: ['c'], growing: 1 });
    expect(compareScans(third.known, changed, 3 * SCAN_MS).report.settled).toEqual([changed[0]]);
  });

  it('reports files again on request', () => {
    const file = { path: 'a', size: 1, lastModified: 1 };
    const first = compareScans(new Map(), [file], 0);
    const second = compareScans(first.known, [file], SCAN_MS);
    const again = reportAgain(second.known, ['a', 'unknown']);
    expect(compareScans(again, [file], SCAN_MS + 1).report.settled).toEqual([file]);
  });

  it('skips reported files in nine of ten scans', () => {
    expect([0, 1, 9, 10].map((scan) => isSkippedInScan({ isReported: true }, scan))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isSkippedInScan({ isReported: false }, 1)).toBe(false);
    expect(isSkippedInScan(undefined, 1)).toBe(false);
  });

  it.each(['.DS_Store', 'a/._b.tif', 'a.tif.crswap', 'a.tif.part', 'b/~$a.docx'])('ignores %s', (path) => {
    expect(isIgnoredInFollow(path)).toBe(true);
    expect(isIgnoredInFollow('part.tif')).toBe(false);
  });
});
