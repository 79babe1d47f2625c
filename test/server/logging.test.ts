import fastify from 'fastify';
import { loggingOptions, logRequests } from '../../server/src/http/logging';

test.each([
  ['127.0.0.1', 'a-proxys-own-id', true],
  ['10.1.2.3', '3f1a4c6e-8c41-4a35-9d6b-0a6f2f3f9e10', true],
  ['::ffff:10.1.2.3', 'a-proxys-own-id', true],
  ['2001:db8::1', 'a-proxys-own-id', true],
  ['2001:db9::1', 'a-strangers-id', false],
  ['192.0.2.1', 'a-strangers-id', false],
  ['127.0.0.1', 'not an id', false],
  ['127.0.0.1', 'x'.repeat(65), false],
])('a request from %s with the id "%s" keeps its id: %s', async (remoteAddress, id, isKept) => {
  const trustedProxies = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'];
  const app = fastify(loggingOptions({ logLevel: 'error', trustedProxies }));
  logRequests(app);
  app.get('/', (request) => ({ id: request.id }));
  const response = await app.inject({ url: '/', remoteAddress, headers: { 'x-request-id': id } });
  const returned = response.headers['x-request-id'];
  expect(returned).toEqual(isKept ? id : (expect.stringMatching(/^[0-9a-f]{24}$/) as unknown));
  expect(response.json()).toEqual({ id: returned });
});
