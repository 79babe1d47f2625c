import fs from 'node:fs';
import path from 'node:path';
import { transferReducers } from '../../src/transfers/transferReducers';

// eslint-disable-next-line @typescript-eslint/no-require-imports -- webpack loads loaders as CommonJS
const acceptSlice = require('../../config/webpack/acceptSlice.cjs') as (source: string) => string;
const SRC = path.join(__dirname, '../../src');
const files = fs.readdirSync(SRC, { recursive: true, encoding: 'utf8' });

describe('the loader that lets the module of a slice accept its changes', () => {
  it.each(Object.keys(transferReducers))('announces the changed reducer of %s by its name', (name) => {
    const file = files.find((one) => path.basename(one) === `${name}Slice.ts`) ?? '';
    const source = fs.readFileSync(path.join(SRC, file), 'utf8');
    const added = acceptSlice(source).slice(source.length);
    expect(added).toContain('import.meta.webpackHot?.accept();');
    expect(added).toContain(`new CustomEvent('slice-changed', { detail: { ${name}: ${name}Reducer } })`);
  });

  it('leaves other modules as they are', () => {
    expect(acceptSlice('export const one = 1;\n')).toBe('export const one = 1;\n');
  });
});
