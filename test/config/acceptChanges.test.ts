import fs from 'node:fs';
import path from 'node:path';
import { transferReducers } from '../../src/transfers/transferReducers';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- webpack loads loaders as CommonJS
const load = require('../../config/webpack/acceptChanges.cjs') as (this: object, source: string) => string;
const SRC = path.join(__dirname, '../../src');
const files = fs.readdirSync(SRC, { recursive: true, encoding: 'utf8' });

const acceptChanges = (source: string, resourcePath = ''): string => load.call({ resourcePath }, source);

describe('the loader that lets modules accept their changes', () => {
  it.each(Object.keys(transferReducers))('lets a module announce the changed reducer of %s by its name', (name) => {
    const file = files.find((one) => path.basename(one) === `${name}Slice.ts`) ?? '';
    const source = fs.readFileSync(path.join(SRC, file), 'utf8');
    const added = acceptChanges(source).slice(source.length);
    expect(added).toContain('import.meta.webpackHot?.accept();');
    expect(added).toContain(`new CustomEvent('slice-changed', { detail: { ${name}: ${name}Reducer } })`);
  });

  it.each(['uploads/uploadFile.ts', 'machine/shareMachine.ts'])('lets the sagas of %s announce their file', (name) => {
    const file = path.join(SRC, 'transfers', name);
    const source = fs.readFileSync(file, 'utf8');
    expect(acceptChanges(source, file)).toContain(
      `new CustomEvent('saga-changed', { detail: '${path.basename(name)}' })`,
    );
  });

  it('leaves other modules as they are', () => {
    expect(acceptChanges('export const one = 1;\n')).toBe('export const one = 1;\n');
  });
});
