import { randomUuid } from '../../src/platform/uuid';

it('randomUuid returns version 4 UUIDs in insecure contexts, too', () => {
  const source = { getRandomValues: <T extends ArrayBufferView | null>(bytes: T): T => bytes };
  expect(randomUuid(source)).toBe('00000000-0000-4000-8000-000000000000');
});
