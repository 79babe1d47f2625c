import { type FastifyServerOptions, LogController } from 'fastify';

/**
 * Only what went wrong is logged, to stderr. Requests are not: the addresses of parts, archives and previews are
 * permissions by themselves.
 */
export function quietLogging(): Pick<FastifyServerOptions, 'logger' | 'logController'> {
  return {
    logger: { level: 'warn', stream: process.stderr },
    logController: new LogController({ disableRequestLogging: true }),
  };
}
