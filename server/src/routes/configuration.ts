import { Type, type Static } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { CONFIGURATION_LISTS, isConfigurationName } from '../configurationLists';
import { HttpFailure } from '../failure';

const MAX_NAMES = 100;

const ConfigurationQuery = Type.Object({
  name: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: MAX_NAMES }),
});

const Names = Type.Record(Type.String(), Type.String());
const List = Type.Array(Type.String());
const ConfigurationAnswer = Type.Object(
  {
    primary_modalities: Type.Optional(Names),
    secondary_modalities: Type.Optional(Names),
    partner_modalities: Type.Optional(Names),
    tissue_types: Type.Optional(List),
    devices: Type.Optional(List),
    attributes: Type.Optional(Type.Record(Type.String(), List)),
  },
  { description: 'One member for each name.' },
);

/** `GET /config`: the lists that forms choose from, by name. */
export function configurationRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Querystring: Static<typeof ConfigurationQuery> }>(
    '/config',
    {
      schema: {
        summary: 'Lists that forms choose from',
        querystring: ConfigurationQuery,
        response: { 200: ConfigurationAnswer },
      },
    },
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
