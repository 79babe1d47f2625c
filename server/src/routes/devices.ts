import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { CONFIGURATION_LISTS } from '../configurationLists';

const Devices = Type.Object({ devices: Type.Array(Type.String()) });

/** `GET /manage/devices`: the microscopes that datasets come from. */
export function deviceRoutes(app: FastifyInstance): Promise<void> {
  app.get('/manage/devices', { schema: { response: { 200: Devices } } }, () => ({
    devices: CONFIGURATION_LISTS.devices,
  }));
  return Promise.resolve();
}
