import { render } from '@testing-library/react';
import { PathName } from '../../src/ui/Name';

describe('PathName', () => {
  it('keeps the order of folders with right-to-left names', () => {
    const { container } = render(<PathName>acme/מוח/دماغ 2/a.tif</PathName>);
    expect(container).toHaveTextContent(/^acme\/מוח\/دماغ 2\/a\.tif$/);
    expect([...container.querySelectorAll('bdi')].map((part) => part.textContent)).toEqual([
      'acme',
      'מוח',
      'دماغ 2',
      'a.tif',
    ]);
  });

  it('renders left-to-right paths as plain text and shows every character', () => {
    const { container } = render(<PathName>{'acme/a\u202eb/c.tif'}</PathName>);
    expect(container.innerHTML).toBe('acme/a[U+202E]b/c.tif');
  });
});
