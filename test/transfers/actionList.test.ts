import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(__dirname, '../../src');
const README = readFileSync(join(SRC, 'transfers/README.md'), 'utf8');
const ROW = /^\| `(\w+\/\w+)` +\| (wish|fact) +\| \S/gm;

const listed = [...README.matchAll(ROW)].map(([, type = '', kind = '']) => ({ type, kind }));

/** The types of every action creator that a module of the transfers or of the session gives to others. */
function typesThatExist(): string[] {
  const modules = ['transfers', 'session'].flatMap((layer) =>
    readdirSync(join(SRC, layer), { recursive: true, encoding: 'utf8' })
      .map((file) => join(SRC, layer, file))
      .filter((file) => file.endsWith('.ts') && /\bcreate(Action|Slice)\b/.test(readFileSync(file, 'utf8'))),
  );
  return modules.flatMap((file) => Object.values(jest.requireActual<object>(file)).flatMap(typeOfCreator));
}

function typeOfCreator(value: unknown): string[] {
  if (typeof value !== 'function' || !('match' in value) || !('type' in value)) return [];
  return typeof value.type === 'string' ? [value.type] : [];
}

describe('the list of actions in the README of the transfers', () => {
  it('names each that exists, once, and none that does not', () => {
    const existing = typesThatExist();
    expect(existing.length).toBeGreaterThan(60);
    expect(listed.map(({ type }) => type).sort()).toEqual(existing.sort());
  });

  it('calls those wishes that end in `Requested`, and facts all others', () => {
    expect(listed.filter(({ type, kind }) => type.endsWith('Requested') !== (kind === 'wish'))).toEqual([]);
  });
});
