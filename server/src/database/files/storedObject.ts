import type { FoundContent } from '@data-manager/domain/pictures/check/foundContent';
import { Type, type Static } from '@sinclair/typebox';

/** A file of a listing, in the form of the wire contract. A key that ends in `/` is an empty folder of size 0. */
export const ListedFile = Type.Object({
  key: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  lastModified: Type.String({ description: 'When it was uploaded.' }),
  modified: Type.Optional(
    Type.String({
      description: 'When the file was last changed before it was uploaded. Absent if its client did not say.',
    }),
  ),
  etag: Type.Optional(
    Type.String({
      description:
        'The MD5 of the content, or its S3 multipart form: the MD5 of the parts’ MD5s, then `-N`. Absent if it is not known.',
    }),
  ),
  partSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Bytes of all parts but the last of the multipart form. Absent if they differ or are not known.',
    }),
  ),
});

/** An object in a listing. */
export interface StoredObject extends Readonly<Static<typeof ListedFile>> {
  /** The key of its content in the blob store. Changes with the content. */
  readonly blob: string;
  /** What the server has found in the content. Absent if it has not read it, or if the file never had the name of a section image. */
  readonly found?: FoundContent;
}
