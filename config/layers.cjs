'use strict';

const fs = require('node:fs');
const path = require('node:path');

const SRC = path.join(__dirname, '..', 'src');

/** The app's layers, lowest first. A layer may import itself and what stands above it in this list. */
const LAYERS = ['lib', 'domain', 'platform', 'session', 'api', 'ui', 'transfers', 'features', 'screens', 'app'];

/** Layers in which no React, Redux, DOM, clock or randomness may appear. */
const PURE_LAYERS = ['lib', 'domain'];

function folders(dir) {
  return fs.existsSync(dir)
    ? fs
        .readdirSync(dir, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];
}

/**
 * Import zones for `import/no-restricted-paths`, read off the layer list and the folders that exist, so that a new
 * feature is fenced the day its folder is made. A folder of `src` that is in no layer is an error.
 */
function importZones() {
  const unknown = folders(SRC).filter((name) => !LAYERS.includes(name));
  if (unknown.length > 0) throw new Error(`src/${unknown.join(', src/')}: not in the layer list of config/layers.cjs`);

  const layerZones = LAYERS.flatMap((layer, index) => {
    const below = LAYERS.slice(index + 1);
    return [...below.map((name) => `./src/${name}`), './src/main.tsx', './src/mainInDevelopment.tsx'].map((from) => ({
      target: `./src/${layer}`,
      from,
      message: `${layer}/ stands above ${from.slice(6)} in the layer list: move what is shared up, or pass it in.`,
    }));
  });
  const features = folders(path.join(SRC, 'features'));
  const featureZones = features.flatMap((feature) =>
    features
      .filter((other) => other !== feature)
      .map((other) => ({
        target: `./src/features/${feature}`,
        from: `./src/features/${other}`,
        message: 'Features do not import each other: a screen composes them.',
      })),
  );
  return [...layerZones, ...featureZones];
}

module.exports = { LAYERS, PURE_LAYERS, importZones };
