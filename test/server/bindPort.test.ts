import { bindPort, boundPort } from '../../server/src/startup/bindPort';

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

  it('shows a page that waits for the server to a browser while the server starts, and JSON to other clients', async () => {
    const server = await bindPort('127.0.0.1', 0, 'PORT');
    const url = `http://127.0.0.1:${String(boundPort(server))}/acme/Brains`;
    const page = await fetch(url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect([page.headers.get('retry-after'), page.headers.get('cache-control')]).toEqual(['1', 'no-store']);
    const html = await page.text();
    expect(html).toContain('<h1>Data Manager is starting</h1>');
    // Everything that the page refers to would get the same answer.
    expect(html).not.toMatch(/href="\/|src=/);
    const other = await fetch(url, { headers: { accept: 'application/json' } });
    expect(await other.json()).toEqual({ msg: 'The server is starting. Try again in a moment.' });
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
