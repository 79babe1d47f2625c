import * as v from 'valibot';
import type { Failure } from '../domain/failures/failure';
import { err, ok, type Result } from '../lib/result';
import type { ApiRequest } from './request';
import { sendRequest } from './sendRequest';
import type { ThunkExtra } from './thunkExtra';
import { withReauth } from './withReauth';
import { withRetry } from './withRetry';

/** A schema for an answer of the API. */
export type AnswerSchema<Answer> = v.GenericSchema<unknown, Answer>;

/** From inside: headers and fetch → retry of 500, 502, 503 → refresh after a 401. */
const send = withReauth(withRetry(sendRequest));

/** Makes one call of the wire contract and parses its answer. Never throws. */
export async function callApi<Answer>(
  request: ApiRequest,
  schema: AnswerSchema<Answer>,
  extra: ThunkExtra,
  signal: AbortSignal,
): Promise<Result<Answer, Failure>> {
  const outcome = await send(request, extra, signal);
  if (!outcome.ok) return outcome;
  const answer = v.safeParse(schema, outcome.value, { abortEarly: true });
  if (answer.success) return ok(answer.output);
  return err({
    kind: 'bad-answer',
    endpoint: request.endpoint,
    field: v.getDotPath(answer.issues[0]) ?? 'body',
  });
}
