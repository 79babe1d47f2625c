import fs from 'node:fs';
import path from 'node:path';

interface Zone {
  readonly target: string;
  readonly from: string;
}

// eslint-disable-next-line @typescript-eslint/no-require-imports -- the lint configuration is CommonJS by ESLint's rule
const { LAYERS, importZones } = require('../../config/layers.cjs') as {
  readonly LAYERS: readonly string[];
  readonly importZones: () => readonly Zone[];
};

const fenced = (target: string, from: string): boolean =>
  importZones().some((zone) => zone.target === `./src/${target}` && zone.from === `./src/${from}`);

describe('the import zones', () => {
  it('fence every layer off from every later one, and from none before it', () => {
    LAYERS.forEach((layer, index) => {
      LAYERS.forEach((other, place) => {
        expect(fenced(layer, other)).toBe(place > index);
      });
    });
  });

  it('fence every feature off from every other', () => {
    const features = fs.readdirSync(path.join(__dirname, '../../src/features'));
    expect(features.length).toBeGreaterThan(1);
    for (const one of features) {
      for (const other of features) expect(fenced(`features/${one}`, `features/${other}`)).toBe(one !== other);
    }
  });
});
