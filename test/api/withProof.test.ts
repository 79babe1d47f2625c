import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import { withProof } from '../../src/api/withProof';

jest.mock('../../src/api/lostResponses', () => {
  throw new Error('Loading chunk 123 failed.');
});

const query = withProof(() => Promise.resolve({ error: { kind: 'unreachable' } }));
const context = { signal: new AbortController().signal } as BaseQueryApi;

it('the outcome of a change is unknown if the code that reads the state can’t be loaded', async () => {
  const { error } = await query({ endpoint: 'POST /project' }, context);
  expect(error).toEqual({ kind: 'unreachable', outcome: 'unknown' });
});

it('failures of reads and transfers have no outcome', async () => {
  for (const endpoint of ['GET /project', 'POST /upload/start'] as const) {
    expect((await query({ endpoint }, context)).error).toEqual({ kind: 'unreachable' });
  }
});
