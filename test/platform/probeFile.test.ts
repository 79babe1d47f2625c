/** @jest-environment ./config/jest/jsdomWithFetch.cjs */
import { probeFile } from '../../src/platform/reading/fileRegistry';

function blobThatFails(name: string): Blob {
  return Object.assign(new Blob([]), { arrayBuffer: () => Promise.reject(new DOMException('no', name)) });
}

it('probeFile reports a readable file', async () => {
  const blob = Object.assign(new Blob(['x']), { arrayBuffer: () => Promise.resolve(new ArrayBuffer(1)) });
  await expect(probeFile(blob)).resolves.toBe('readable');
});

it.each([
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'changed'],
])('probeFile reports %s as a file that is %s', async (name, finding) => {
  await expect(probeFile(blobThatFails(name))).resolves.toBe(finding);
});
