import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { CONFIGURATION_LISTS, isConfigurationName } from '../configurationLists';
import { HttpFailure } from '../failure';

const ConfigurationQuery = Type.Object({ name: Type.Array(Type.String(), { minItems: 1 }) });

/** `GET /config`: the lists that forms choose from, by name. */
export function configurationRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: Static<typeof ConfigurationQuery> }>(
    '/config',
    { schema: { querystring: ConfigurationQuery } },
    (request) =>
      Object.fromEntries(
        request.query.name.map((name) => {
          if (!isConfigurationName(name)) throw new HttpFailure(400, `There is no configuration list “${name}”.`);
          return [name, CONFIGURATION_LISTS[name]];
        }),
      ),
  );
  return Promise.resolve();
}
