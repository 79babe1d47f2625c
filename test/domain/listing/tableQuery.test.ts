import fc from 'fast-check';
import { DATASET_TABLE, PROJECT_TABLE, readTableQuery, writeTableQuery } from '../../../src/domain/listing/tableQuery';

const sorts = fc.option(fc.record({ id: fc.constantFrom(...DATASET_TABLE.columns), desc: fc.boolean() }), {
  nil: undefined,
});
const queries = fc.record({ search: fc.string(), sort: sorts });
const addresses = fc.array(fc.tuple(fc.constantFrom('q', 'sort', 'folder', 'dq', 'dsort', 'x'), fc.string()));

describe('the query of a table', () => {
  it('reads as it was written, and leaves other parameters alone', () => {
    fc.assert(
      fc.property(queries, addresses, (query, others) => {
        const before = new URLSearchParams(others.map(([name, value]) => [name, value]));
        const written = new URLSearchParams(writeTableQuery(query, DATASET_TABLE, before).toString());
        expect(readTableQuery(written, DATASET_TABLE)).toEqual(query);
        for (const name of ['q', 'sort', 'folder', 'x']) expect(written.getAll(name)).toEqual(before.getAll(name));
      }),
    );
  });

  it('reads any address, and takes what makes no sense as if it weren’t there', () => {
    fc.assert(
      fc.property(addresses, (pairs) => {
        const { sort } = readTableQuery(
          new URLSearchParams(pairs.map(([name, value]) => [name, value])),
          PROJECT_TABLE,
        );
        expect([undefined, ...PROJECT_TABLE.columns]).toContain(sort?.id);
      }),
    );
    expect(readTableQuery(new URLSearchParams('sort=size&q='), PROJECT_TABLE)).toEqual({ search: '', sort: undefined });
  });
});
