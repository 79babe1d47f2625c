import { createApi } from '@reduxjs/toolkit/query/react';
import type { RequestFailure } from '@data-manager/domain/failures/failure';
import { baseQuery } from './baseQuery';
import { keepRefusals } from './keepRefusals';
import { withProof } from './withProof';

/** The REST API as the screens use it. Each resource injects its endpoints from a file of its own. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: keepRefusals(withProof(baseQuery)),
  tagTypes: ['Projects', 'Datasets', 'Files', 'Pipelines'],
  refetchOnFocus: false,
  refetchOnReconnect: false,
  catchSchemaFailure: ({ issues: [issue] }): RequestFailure => {
    const field = issue?.path?.[0];
    return {
      kind: 'bad-answer',
      endpoint: issue?.message ?? '',
      field: String(typeof field === 'object' ? field.key : field),
    };
  },
  endpoints: () => ({}),
});

/** The argument of an endpoint that takes none. */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- with `undefined` hooks would need an argument
export type NoArgument = void;
