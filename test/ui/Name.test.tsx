import { render } from '@testing-library/react';
import { FileName, PathName } from '../../src/ui/Name';

it('FileName keeps the extension at the end of a name that begins with right-to-left letters', () => {
  const { container } = render(<FileName>מוח 7.tif</FileName>);
  expect(container.innerHTML).toBe('<bdi dir="ltr" translate="no">מוח 7.tif</bdi>');
});

it('PathName keeps the order of folders with right-to-left names', () => {
  const { container } = render(<PathName>acme/מוח/دماغ 2/a.tif</PathName>);
  expect(container).toHaveTextContent(/^acme\/מוח\/دماغ 2\/a\.tif$/);
  expect([...container.querySelectorAll('bdi')].map((part) => part.textContent)).toEqual([
    'acme',
    'מוח',
    'دماغ 2',
    'a.tif',
  ]);
  expect([...container.querySelectorAll('[dir=ltr]')].map((part) => part.textContent)).toEqual(['a.tif']);
});

it('PathName renders left-to-right paths as one text and shows every character', () => {
  const { container } = render(<PathName>{'acme/a\u202eb/c.tif'}</PathName>);
  expect(container.innerHTML).toBe('<span translate="no">acme/a[U+202E]b/c.tif</span>');
});
