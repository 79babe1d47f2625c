import formBody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { errors, type Provider } from 'oidc-provider';
import { actorOf, recordEvent } from '../database/auditLog';
import { findUserByEmail } from '../database/users';
import { isValidationError } from '../errorHandler';
import { createPageSender } from '../htmlPages';
import { createSignInLimit } from '../rateLimit';
import { boundedText, htmlResponses, Id, noBody } from '../routes/schemas';
import type { Services } from '../services';
import { errorPage, htmlHeaders, signInPage } from './pages';
import { isPassword } from './passwords';
import { SIGN_IN_PATH } from './provider';

const Credentials = Type.Object(
  { email: boundedText(320), password: Type.String({ maxLength: 1024 }) },
  { contentMediaType: 'application/x-www-form-urlencoded' },
);
const SignInParams = Type.Object({ uid: Id });

const WRONG_CREDENTIALS = 'Incorrect email or password.';
const PAGE_EXPIRED = 'This sign-in page has expired.';

/** The sign-in form: the identity provider's interaction. */
export const signInRoutes: FastifyPluginAsyncTypebox<{
  readonly services: Services;
  readonly provider: Provider;
}> = async (app, { services, provider }) => {
  await app.register(formBody);
  const page = createPageSender(htmlHeaders(services.environment.appUrl), errorPage);
  const limit = createSignInLimit(services.attempts);

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof errors.SessionNotFound) return page.send(reply, 400, errorPage(PAGE_EXPIRED));
    if (isValidationError(error)) return page.send(reply, 400, errorPage('Enter an email and a password.'));
    return page.sendError(reply, error, request);
  });

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
    return page.send(reply, 200, signInPage());
  });

  app.post(
    `${SIGN_IN_PATH}/:uid`,
    {
      schema: {
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
      },
    },
    async (request, reply) => {
      await provider.interactionDetails(request.raw, reply.raw);
      const { email, password } = request.body;
      const undo = await limit.consume(email.trim(), request.ip);
      const user = await findUserByEmail(services.database, email.trim());
      if (!(await isPassword(password, user?.passwordHash)) || user === undefined) {
        const actor = { ...actorOf(request), userId: user?.id, sponsorId: user?.sponsorId };
        await recordEvent(services.database, actor, { action: 'fail to sign in', type: 'session' });
        return page.send(reply, 401, signInPage({ email, message: WRONG_CREDENTIALS }));
      }
      await undo();
      const next = await provider.interactionResult(request.raw, reply.raw, { login: { accountId: user.id } });
      return reply.redirect(next, 303);
    },
  );
};
