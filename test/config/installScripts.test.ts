import fs from 'node:fs';
import path from 'node:path';

interface Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: true }>>;
}

function readJson(name: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(__dirname, '..', '..', name), 'utf8'));
}

describe('the install scripts of packages', () => {
  it('denies each package by name, because npm warns of undecided ones and no package needs its script', () => {
    const { packages } = readJson('package-lock.json') as Lock;
    const withScripts = Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));
    const { allowScripts } = readJson('package.json') as Manifest;
    expect(Object.entries(allowScripts).sort()).toEqual([...new Set(withScripts)].sort().map((name) => [name, false]));
  });
});
