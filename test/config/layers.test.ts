import fs from 'node:fs';
import path from 'node:path';

interface Zone {
  readonly target: string;
  readonly from: string;
  readonly except?: readonly string[];
}

// eslint-disable-next-line @typescript-eslint/no-require-imports -- the lint configuration has to be CommonJS
const { LAYERS, MACHINES, SERVER_ROOMS, importZones, serverZones } = require('../../config/layers.cjs') as {
  readonly LAYERS: readonly string[];
  readonly MACHINES: readonly string[];
  readonly SERVER_ROOMS: readonly string[];
  readonly importZones: () => readonly Zone[];
  readonly serverZones: () => readonly Zone[];
};

const isForbidden = (target: string, from: string): boolean =>
  importZones().some((zone) => zone.target === `./src/${target}` && zone.from === `./src/${from}`);

describe('importZones', () => {
  it('forbids each layer to import from higher layers, and the transfers and the command line to import components', () => {
    LAYERS.forEach((layer, index) => {
      LAYERS.forEach((other, place) => {
        const rendersNothing =
          (layer === 'transfers' && other === 'ui') ||
          (layer === 'cli' && ['ui', 'widgets', 'screens'].includes(other));
        expect(isForbidden(layer, other)).toBe(place > index || rendersNothing);
      });
    });
  });

  it('forbids features to import from each other', () => {
    const features = fs.readdirSync(path.join(__dirname, '../../src/features'));
    expect(features.length).toBeGreaterThan(1);
    for (const one of features) {
      for (const other of features) expect(isForbidden(`features/${one}`, `features/${other}`)).toBe(one !== other);
    }
  });

  it('lets all folders of transfers import what machines have in common, which imports none of them', () => {
    for (const folder of [...MACHINES, 'panel']) {
      expect(isForbidden(`transfers/${folder}`, 'transfers/machine')).toBe(false);
      expect(isForbidden('transfers/machine', `transfers/${folder}`)).toBe(true);
    }
  });

  it('lets folders of transfers import the machines, but only follows may import another machine, the uploads', () => {
    const folders = fs
      .readdirSync(path.join(__dirname, '../../src/transfers'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'machine')
      .map(({ name }) => name);
    expect(folders).toEqual(expect.arrayContaining([...MACHINES]));
    for (const folder of folders) {
      for (const other of folders.filter((name) => name !== folder)) {
        const isMachine = MACHINES.includes(folder);
        const isAllowed = isMachine ? folder === 'follows' && other === 'uploads' : MACHINES.includes(other);
        expect(isForbidden(`transfers/${folder}`, `transfers/${other}`)).toBe(!isAllowed);
      }
    }
  });
});

describe('serverZones', () => {
  it('lets each room of the server import itself, the rooms below it, and no other file of the server', () => {
    SERVER_ROOMS.forEach((room, index) => {
      const zone = serverZones().find(({ target }) => target === `./server/src/${room}`);
      const rooms = SERVER_ROOMS.slice(0, index + 1).map((name) => `./${name}`);
      expect(zone?.from).toBe('./server/src');
      expect(zone?.except).toEqual([...rooms, './folders.ts']);
    });
  });
});
