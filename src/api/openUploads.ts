import * as v from 'valibot';
import type { Failure } from '@data-manager/domain/failures/failure';
import type { OpenUpload } from '@data-manager/domain/uploads/openElsewhere';
import type { Result } from '@data-manager/lib/result';
import type { SagaOf } from '@data-manager/lib/typedEffects';
import { time } from './activity';
import { callFromSaga } from './gateways';
import {
  nonEmptyString,
  nonNegativeNumber,
  responseList,
  responseObject,
  type ResponseSchema,
} from './responseSchemas';

const bytes = v.exactOptional(nonNegativeNumber);
const openUpload: ResponseSchema<OpenUpload> = responseObject({
  key: nonEmptyString,
  uploadId: nonEmptyString,
  isOwn: v.exactOptional(v.boolean()),
  activeAt: time,
  modified: v.exactOptional(time),
  received: bytes,
  size: bytes,
  partSize: bytes,
});

/** Lists the open uploads of the sponsor. */
export function listOpenUploads(): SagaOf<Result<readonly OpenUpload[], Failure>> {
  return callFromSaga({ endpoint: 'GET /upload/open' }, responseList('uploads', openUpload));
}
