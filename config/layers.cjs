'use strict';

const fs = require('node:fs');
const path = require('node:path');

const SRC = path.join(__dirname, '..', 'src');

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
];

/** Layers without React, react-redux and Mantine. Lint also keeps `window`, `document`, `File` and `Blob` out of `domain`. */
const LAYERS_WITHOUT_REACT = ['lib', 'domain', 'transfers'];

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
  return [...layerZones, renderingZone, ...featureZones, ...transferZones];
}

module.exports = { LAYERS, LAYERS_WITHOUT_REACT, MACHINES, importZones };
