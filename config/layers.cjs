'use strict';

const fs = require('node:fs');
const path = require('node:path');

const SRC = path.join(__dirname, '..', 'src');
const SERVER = path.join(__dirname, '..', 'server', 'src');

/** The app's layers, lowest first. A layer may import itself and the layers listed before it. */
const LAYERS = [
  'lib',
  'domain',
  'platform',
  'ui',
  'session',
  'api',
  'widgets',
  'transfers',
  'features',
  'screens',
  'app',
  'cli',
];

/** Layers without React, react-redux and Mantine. Lint also keeps `window`, `document`, `File` and `Blob` out of `domain`. */
const LAYERS_WITHOUT_REACT = ['lib', 'domain', 'transfers', 'cli'];

/** The machines of `transfers/`. Its other folders react to their events. */
const MACHINES = ['downloads', 'uploads', 'fetches', 'follows', 'comparisons'];

/**
 * The machines that a machine passes work to: a followed folder queues its files as uploads. In the other direction, the
 * uploads only read the state: `selectIsLastFile` looks up the followed folders without importing their machine.
 */
const USED_MACHINES = { follows: ['uploads'] };

function folders(dir) {
  return fs.existsSync(dir)
    ? fs
        .readdirSync(dir, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];
}

/** What all machines have in common. It imports none of them. */
const KERNEL = 'machine';

/** The rooms of the server, lowest first. A room may import itself and the rooms listed before it. */
const SERVER_ROOMS = [
  'common',
  'disk',
  'environment',
  'names',
  'scheduling',
  'database',
  'http',
  'jobs',
  'identity',
  'storage',
  'objects',
  'images',
  'pipelines',
  'zips',
  'routes',
  'samples',
  'startup',
];

/** Returns true if a folder of `transfers/` may import another one. */
function mayImport(folder, other) {
  if (folder === KERNEL || other === KERNEL) return folder !== KERNEL;
  return MACHINES.includes(folder) ? (USED_MACHINES[folder] ?? []).includes(other) : MACHINES.includes(other);
}

/**
 * Returns zones for `import/no-restricted-paths`, generated from the layers and the existing folders so that a new feature
 * is covered without further configuration. Throws if a folder of `src` is not in the layer list.
 */
function importZones() {
  const unknown = folders(SRC).filter((name) => !LAYERS.includes(name));
  if (unknown.length > 0) throw new Error(`src/${unknown.join(', src/')}: not in the layer list of config/layers.cjs`);

  const layerZones = LAYERS.flatMap((layer, index) => {
    const below = LAYERS.slice(index + 1);
    return [...below.map((name) => `./src/${name}`), './src/main.tsx', './src/mainInDevelopment.tsx'].map((from) => ({
      target: `./src/${layer}`,
      from,
      message: `${layer}/ must not import ${from.slice(6)}, a higher layer: move shared code down, or pass it in.`,
    }));
  });
  const features = folders(path.join(SRC, 'features'));
  const featureZones = features.flatMap((feature) =>
    features
      .filter((other) => other !== feature)
      .map((other) => ({
        target: `./src/features/${feature}`,
        from: `./src/features/${other}`,
        message: 'Features must not import each other; screens compose them.',
      })),
  );
  const transferFolders = folders(path.join(SRC, 'transfers'));
  const transferZones = transferFolders.flatMap((folder) =>
    transferFolders
      .filter((other) => other !== folder && !mayImport(folder, other))
      .map((other) => ({
        target: `./src/transfers/${folder}`,
        from: `./src/transfers/${other}`,
        message:
          'Machines import machine/ and emit events; the other folders of transfers/ import machines, and nothing else of it.',
      })),
  );
  const renderingZone = {
    target: './src/transfers',
    from: './src/ui',
    message: 'transfers/ renders nothing: its components are in features/transfers/.',
  };
  const commandLineZones = ['ui', 'widgets', 'screens'].map((name) => ({
    target: './src/cli',
    from: `./src/${name}`,
    message: 'The command line renders nothing: it uses the store of app/, and the checks of features/preflight/.',
  }));
  return [...layerZones, renderingZone, ...commandLineZones, ...featureZones, ...transferZones];
}

/**
 * Returns the zones of the server, generated from its rooms. The files at its root are programs, which no room imports, and
 * `folders.ts`, which has to be where they are. Throws if a folder of `server/src` is not in the list of rooms.
 */
function serverZones() {
  const unknown = folders(SERVER).filter((name) => !SERVER_ROOMS.includes(name));
  if (unknown.length > 0)
    throw new Error(`server/src/${unknown.join(', server/src/')}: not in the rooms of config/layers.cjs`);
  const roomZones = SERVER_ROOMS.map((room, index) => ({
    target: `./server/src/${room}`,
    from: './server/src',
    except: [...SERVER_ROOMS.slice(0, index + 1).map((name) => `./${name}`), './folders.ts'],
    message: `${room}/ must not import higher rooms: move shared code down, or pass it in.`,
  }));
  const packagesZone = {
    target: './server/src',
    from: './src',
    except: ['./lib', './domain', './platform/pictures'],
    message: 'The server shares only the packages lib and domain, and the reader of TIFFs, with the app.',
  };
  return [...roomZones, packagesZone];
}

module.exports = { LAYERS, LAYERS_WITHOUT_REACT, MACHINES, SERVER_ROOMS, importZones, serverZones };
