import { anyText, listWith, textWith } from '../support/matchers';
import { signIn, type Session } from '../support/signIn';
import { START_TIMEOUT_MS, startBackend, type Backend } from '../support/startBackend';

let backend: Backend;
let member: Session;

beforeAll(async () => {
  backend = await startBackend();
  member = await signIn(backend, 'member@acme.example');
}, START_TIMEOUT_MS);

afterAll(() => backend.stop());

it('answers with the lists that are asked for and no others', async () => {
  const { status, body } = await member.call(
    'GET',
    '/config?name=primary_modalities&name=tissue_types&name=attributes',
  );

  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(['attributes', 'primary_modalities', 'tissue_types']);
  expect(body.primary_modalities).toMatchObject({ stpt: 'Serial Two-Photon Tomography' });
  expect(body.tissue_types).toContain('Brain');
  expect(body.attributes).toMatchObject({ species: listWith('Mouse') });
});

it.each(['primary_modalities', 'secondary_modalities', 'partner_modalities', 'tissue_types', 'devices', 'attributes'])(
  'knows the list %s',
  async (name) => {
    const { body } = await member.call('GET', `/config?name=${name}`);
    expect(Object.values(body[name] as object).length).toBeGreaterThan(0);
  },
);

it('names the list that it doesn’t know', async () => {
  const answer = await member.call('GET', '/config?name=devices&name=lenses');
  expect(answer).toMatchObject({ status: 400, body: { msg: textWith('lenses') } });
});

it('wants at least one name', async () => {
  expect(await member.call('GET', '/config')).toMatchObject({
    status: 400,
    body: { msg: textWith('name') },
  });
});

it('lists the devices', async () => {
  expect((await member.call('GET', '/manage/devices')).body).toMatchObject({
    devices: listWith('TC1000'),
  });
});

it('answers an unknown route with 404 and words', async () => {
  expect(await member.call('GET', '/nothing')).toMatchObject({ status: 404, body: { msg: anyText() } });
});

it('answers a body that is no JSON with 400 and words', async () => {
  const response = await fetch(`${backend.url}/project`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.accessToken}`, 'content-type': 'application/json' },
    body: '{',
  });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ msg: anyText() });
});
