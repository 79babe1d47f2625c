import formBody from '@fastify/formbody';
import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
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

const WRONG_CREDENTIALS = 'This email and password do not belong together. Check both and try again.';
const PAGE_EXPIRED = 'This sign-in page has expired.';

/** The form that asks for email and password: the identity provider's interaction. */
export async function signInRoutes(
  app: FastifyInstance,
  { services, provider }: { readonly services: Services; readonly provider: Provider },
): Promise<void> {
  await app.register(formBody);
  const page = createPageSender(htmlHeaders(services.environment.appUrl), errorPage);
  const limit = createSignInLimit();

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof errors.SessionNotFound) return page.send(reply, 400, errorPage(PAGE_EXPIRED));
    if (isValidationError(error)) return page.send(reply, 400, errorPage('The form was not filled in completely.'));
    return page.sendFailure(reply, error, request);
  });

  const formSchema = {
    summary: 'Asks for email and password',
    params: SignInParams,
    response: htmlResponses({
      200: 'The form.',
      400: 'The browser has no open sign-in.',
      500: 'Something that nobody foresaw.',
    }),
  };
  app.get(`${SIGN_IN_PATH}/:uid`, { schema: formSchema }, async (request, reply) => {
    // Fails where the browser has no cookie of an open sign-in.
    await provider.interactionDetails(request.raw, reply.raw);
    return page.send(reply, 200, signInPage());
  });

  app.post<{ Body: Static<typeof Credentials> }>(
    `${SIGN_IN_PATH}/:uid`,
    {
      schema: {
        summary: 'Signs in',
        params: SignInParams,
        body: Credentials,
        response: {
          303: noBody('Back to the identity provider.'),
          ...htmlResponses({
            400: 'The browser has no open sign-in, or a field is missing.',
            401: 'Email and password do not belong together.',
            413: 'Too large.',
            415: 'No form.',
            429: 'Too many wrong passwords; `Retry-After` tells the seconds to wait.',
            500: 'Something that nobody foresaw.',
          }),
        },
      },
    },
    async (request, reply) => {
      await provider.interactionDetails(request.raw, reply.raw);
      const { email, password } = request.body;
      const takeBack = limit.take(email.trim(), request.ip);
      const user = await findUserByEmail(services.database, email.trim());
      if (!(await isPassword(password, user?.passwordHash)) || user === undefined) {
        return page.send(reply, 401, signInPage({ email, message: WRONG_CREDENTIALS }));
      }
      takeBack();
      const next = await provider.interactionResult(request.raw, reply.raw, { login: { accountId: user.id } });
      return reply.redirect(next, 303);
    },
  );
}
