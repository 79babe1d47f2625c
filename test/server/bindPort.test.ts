import { bindPort, boundPort } from '../../server/src/bindPort';

describe('bindPort', () => {
  it('responds with 503 until the server is ready, except to GET /healthz', async () => {
    const server = await bindPort('127.0.0.1', 0, 'PORT');
    const url = `http://127.0.0.1:${String(boundPort(server))}`;
    const response = await fetch(`${url}/readyz`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    server.close();
    server.closeAllConnections();
  });

  it('suggests another port if the port is in use', async () => {
    const server = await bindPort('127.0.0.1', 0, 'PORT');
    const port = boundPort(server);
    const second = bindPort('127.0.0.1', port, 'PORT');
    await expect(second).rejects.toThrow(`Port ${String(port)} on 127.0.0.1 is already in use`);
    await expect(second).rejects.toThrow(`PORT=${String(port + 1)} npm start`);
    server.close();
  });
});
