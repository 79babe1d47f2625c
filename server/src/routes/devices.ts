import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { CONFIGURATION_LISTS } from '../configurationLists';

const Devices = Type.Object({ devices: Type.Array(Type.String()) }, { description: 'All of them.' });

/** `GET /manage/devices`: the microscopes that datasets come from. */
export function deviceRoutes(app: FastifyInstance): Promise<void> {
  app.get(
    '/manage/devices',
    { schema: { summary: 'The microscopes that datasets come from', response: { 200: Devices } } },
    () => ({
      devices: CONFIGURATION_LISTS.devices,
    }),
  );
  return Promise.resolve();
}
