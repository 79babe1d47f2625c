import formBody from '@fastify/formbody';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { findUserByEmail } from '../database/users';
import { isValidationFailure } from '../errorAnswers';
import type { Services } from '../services';
import { errorPage, htmlHeaders, signInPage } from './pages';
import { isPassword } from './passwords';
import { SIGN_IN_PATH } from './provider';

const Credentials = Type.Object({
  email: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1024 }),
});

const WRONG_CREDENTIALS = 'This email and password do not belong together. Check both and try again.';
const PAGE_EXPIRED = 'This sign-in page has expired.';

/** The form that asks for email and password: the identity provider's interaction. */
export async function signInRoutes(
  app: FastifyInstance,
  { services, provider }: { readonly services: Services; readonly provider: Provider },
): Promise<void> {
  await app.register(formBody);
  const headers = htmlHeaders(services.environment.appUrl);

  function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
    return reply.code(status).headers(headers).type('text/html; charset=utf-8').send(html);
  }

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof errors.SessionNotFound) return sendPage(reply, 400, errorPage(PAGE_EXPIRED));
    if (isValidationFailure(error)) return sendPage(reply, 400, errorPage('The form was not filled in completely.'));
    request.log.error(error);
    return sendPage(reply, 500, errorPage('Something went wrong on the server.'));
  });

  app.get(`${SIGN_IN_PATH}/:uid`, async (request, reply) => {
    // Fails where the browser has no cookie of an open sign-in.
    await provider.interactionDetails(request.raw, reply.raw);
    return sendPage(reply, 200, signInPage());
  });

  app.post<{ Body: Static<typeof Credentials> }>(
    `${SIGN_IN_PATH}/:uid`,
    { schema: { body: Credentials } },
    async (request, reply) => {
      await provider.interactionDetails(request.raw, reply.raw);
      const { email, password } = request.body;
      const user = await findUserByEmail(services.database, email.trim());
      if (!(await isPassword(password, user?.passwordHash)) || user === undefined) {
        return sendPage(reply, 401, signInPage({ email, message: WRONG_CREDENTIALS }));
      }
      const next = await provider.interactionResult(request.raw, reply.raw, { login: { accountId: user.id } });
      return reply.redirect(next, 303);
    },
  );
}
