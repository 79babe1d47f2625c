import formBody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { errors, type Provider } from 'oidc-provider';
import { HttpError } from '../../common/errors';
import { findUserByEmail } from '../../database/accounts/users';
import { recordEvent } from '../../database/activity/auditLog';
import { actorOf } from '../../http/access';
import { isValidationError } from '../../http/errorHandler';
import { servePages } from '../../http/htmlPages';
import { boundedText, htmlResponses, Id, noBody } from '../../http/schemas';
import { errorPage, htmlHeaders, signInPage } from '../../identity/pages';
import { isPassword } from '../../identity/passwords';
import { SIGN_IN_PATH } from '../../identity/provider';
import { createSignInLimit } from '../../identity/rateLimit';
import type { Services } from '../services';

const Credentials = Type.Object(
  { email: boundedText(320), password: Type.String({ maxLength: 1024 }) },
  { contentMediaType: 'application/x-www-form-urlencoded' },
);
const SignInParams = Type.Object({ uid: Id });

const WRONG_CREDENTIALS = 'Incorrect email or password.';

/** The sign-in form: the identity provider's interaction. */
export const signInRoutes: FastifyPluginAsyncTypebox<Services & { readonly provider: Provider }> = async (
  app,
  { attempts, database, environment, provider },
) => {
  await app.register(formBody);
  const send = servePages(app, htmlHeaders(environment.appUrl), errorPage, (error) => {
    if (error instanceof errors.SessionNotFound) return new HttpError(400, 'This sign-in page has expired.');
    return isValidationError(error) ? new HttpError(400, 'Enter an email and a password.') : error;
  });
  const limit = createSignInLimit(attempts);

  const formSchema = {
    summary: 'Shows the sign-in form',
    params: SignInParams,
    response: htmlResponses({
      200: 'The form.',
      400: 'The sign-in was not started in this browser, or has expired.',
      500: 'An unexpected error.',
    }),
  };
  app.get(`${SIGN_IN_PATH}/:uid`, { schema: formSchema }, async (request, reply) => {
    // Throws if the browser has no cookie of a pending sign-in.
    await provider.interactionDetails(request.raw, reply.raw);
    return send(reply, 200, signInPage());
  });

  const signInSchema = {
    summary: 'Signs in',
    params: SignInParams,
    body: Credentials,
    response: {
      303: noBody('Redirects to the identity provider.'),
      ...htmlResponses({
        400: 'The sign-in was not started in this browser or has expired, or a field is missing.',
        401: 'Incorrect email or password.',
        413: 'The body is too large.',
        415: 'The body is not a form.',
        429: 'Too many failed attempts; `Retry-After` gives the seconds to wait.',
        500: 'An unexpected error.',
      }),
    },
  };
  app.post(`${SIGN_IN_PATH}/:uid`, { schema: signInSchema }, async (request, reply) => {
    await provider.interactionDetails(request.raw, reply.raw);
    const { email, password } = request.body;
    const undo = await limit.consume(email.trim(), request.ip);
    const user = await findUserByEmail(database, email.trim());
    if (!(await isPassword(password, user?.passwordHash)) || user === undefined) {
      const actor = { ...actorOf(request), userId: user?.id, sponsorId: user?.sponsorId };
      await recordEvent(database, actor, { action: 'fail to sign in', type: 'session' });
      return send(reply, 401, signInPage({ email, message: WRONG_CREDENTIALS }));
    }
    await undo();
    const next = await provider.interactionResult(request.raw, reply.raw, { login: { accountId: user.id } });
    return reply.redirect(next, 303);
  });
};
