import { Type } from '@sinclair/typebox';

/** The id of a project or dataset in a path. Whatever else comes there is simply not found. */
export const HashParams = Type.Object({ hash: Type.String() });

export const DeleteBody = Type.Object({ permanentDelete: Type.Optional(Type.Boolean()) });

export const Empty = Type.Object({});

/** Free text of the forms: no control characters but line ends and tabs. */
export const FreeText = Type.String({
  maxLength: 10_000,
  pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]*$',
});

export const ShortText = Type.String({ maxLength: 200, pattern: '^[^\\u0000-\\u001f]*$' });
