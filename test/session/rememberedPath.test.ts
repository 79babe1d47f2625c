import { forgetPath, rememberPath, restorePath } from '../../src/session/rememberedPath';
import { createFakePorts } from '../support/fakePorts';

function remembering(path: string) {
  const ports = createFakePorts();
  ports.control.setPath(path);
  rememberPath(ports);
  return ports;
}

describe('the remembered path', () => {
  it('is restored with its query for the same sponsor', () => {
    expect(restorePath(remembering('/acme/brains?tab=1'), 'acme')).toBe('/acme/brains?tab=1');
  });

  it.each(['/other/brains', '/', '//acme/brains', 'https://acme/'])('is not restored from %s', (path) => {
    expect(restorePath(remembering(path), 'acme')).toBeUndefined();
  });

  it('is not restored after it has been forgotten', () => {
    const ports = remembering('/acme');
    forgetPath(ports);
    expect(restorePath(ports, 'acme')).toBeUndefined();
  });
});
