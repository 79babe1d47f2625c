import { anyText, listWith, textWith } from '../support/matchers';
import { sharedBackend } from '../support/sharedBackend';
import { signIn, type Session } from '../support/signIn';

const backend = sharedBackend();
let member: Session;

beforeAll(async () => {
  member = await signIn(backend, 'member@acme.example');
});

it('GET /config returns only the requested lists', async () => {
  const { status, body } = await member.call(
    'GET',
    '/config?name=primary_modalities&name=tissue_types&name=attributes',
  );

  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(['attributes', 'primary_modalities', 'tissue_types']);
  expect(body.primary_modalities).toMatchObject({ stpt: 'Serial two-photon tomography' });
  expect(body.tissue_types).toContain('Brain');
  expect(body.attributes).toMatchObject({ species: listWith('Mouse') });
});

it.each([
  'primary_modalities',
  'secondary_modalities',
  'partner_modalities',
  'tissue_types',
  'devices',
  'attributes',
  'features',
])('GET /config returns the list %s', async (name) => {
  const { body } = await member.call('GET', `/config?name=${name}`);
  expect(Object.values(body[name] as object).length).toBeGreaterThan(0);
});

it('GET /config names an unknown list in the error', async () => {
  const answer = await member.call('GET', '/config?name=devices&name=lenses');
  expect(answer).toMatchObject({ status: 400, body: { msg: textWith('lenses') } });
});

it('GET /config requires a name', async () => {
  expect(await member.call('GET', '/config')).toMatchObject({
    status: 400,
    body: { msg: textWith('name') },
  });
});

it('GET /manage/devices lists the devices', async () => {
  expect((await member.call('GET', '/manage/devices')).body).toMatchObject({
    devices: listWith('TC1000'),
  });
});

it('responds to an unknown route with 404 and a message', async () => {
  expect(await member.call('GET', '/nothing')).toMatchObject({ status: 404, body: { msg: anyText() } });
});

it('responds to a malformed JSON body with 400 and a message', async () => {
  const response = await fetch(`${backend.url}/project`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.accessToken}`, 'content-type': 'application/json' },
    body: '{',
  });

  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ msg: anyText() });
});
