import { Type } from '@sinclair/typebox';
import { boundedText } from '../../http/schemas';
import { MAX_PARTS } from '../../storage/parts';

export const PartNumber = Type.Integer({ minimum: 1, maximum: MAX_PARTS });
/** Storages choose the ids; those of Amazon S3 can have several hundred characters. */
export const UploadId = boundedText(1_024);
export const OnlyIfAbsent = Type.Optional(
  Type.Boolean({
    description: 'If true, a file with this key is not replaced: the answer is 409 with the code EXISTS.',
  }),
);
export const Replaces = Type.Optional(
  Type.String({
    pattern: '^[0-9a-fA-F]{32}(-[0-9]{1,5})?$',
    description:
      'The `etag` of the file that may be replaced. If another file has this key, the answer is 409 with the code EXISTS.',
  }),
);
