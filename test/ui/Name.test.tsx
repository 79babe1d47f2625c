import { render } from '@testing-library/react';
import { PathName } from '../../src/ui/Name';

describe('a path', () => {
  it('keeps its folders in their order where their letters run from right to left', () => {
    const { container } = render(<PathName>acme/מוח/دماغ 2/a.tif</PathName>);
    expect(container).toHaveTextContent(/^acme\/מוח\/دماغ 2\/a\.tif$/);
    expect([...container.querySelectorAll('bdi')].map((part) => part.textContent)).toEqual([
      'acme',
      'מוח',
      'دماغ 2',
      'a.tif',
    ]);
  });

  it('is plain text where all run from left to right, and hides no letter', () => {
    const { container } = render(<PathName>{'acme/a\u202eb/c.tif'}</PathName>);
    expect(container.innerHTML).toBe('acme/a[U+202E]b/c.tif');
  });
});
