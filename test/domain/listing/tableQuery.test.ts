import fc from 'fast-check';
import { DATASET_TABLE, PROJECT_TABLE, readTableQuery, writeTableQuery } from '@data-manager/domain/listing/tableQuery';

const sorts = fc.option(fc.record({ id: fc.constantFrom(...DATASET_TABLE.columns), desc: fc.boolean() }), {
  nil: undefined,
});
const queries = fc.record({ search: fc.string(), sort: sorts });
const addresses = fc.array(fc.tuple(fc.constantFrom('q', 'sort', 'folder', 'dq', 'dsort', 'x'), fc.string()));

it('the table query in the URL can be parsed after it was written, and leaves other parameters unchanged', () => {
  fc.assert(
    fc.property(queries, addresses, (query, others) => {
      const before = new URLSearchParams(others.map(([name, value]) => [name, value]));
      const written = new URLSearchParams(writeTableQuery(query, DATASET_TABLE, before).toString());
      expect(readTableQuery(written, DATASET_TABLE)).toEqual(query);
      for (const name of ['q', 'sort', 'folder', 'x']) expect(written.getAll(name)).toEqual(before.getAll(name));
    }),
  );
});

it('the table query in the URL ignores invalid values of any URL', () => {
  fc.assert(
    fc.property(addresses, (pairs) => {
      const { sort } = readTableQuery(new URLSearchParams(pairs.map(([name, value]) => [name, value])), PROJECT_TABLE);
      expect([undefined, ...PROJECT_TABLE.columns]).toContain(sort?.id);
    }),
  );
  expect(readTableQuery(new URLSearchParams('sort=layer&q='), PROJECT_TABLE)).toEqual({
    search: '',
    sort: undefined,
  });
});
