import { render } from '@testing-library/react';
import { nameInText } from '@data-manager/domain/names/shownName';
import { Sentence } from '../../src/platform/Sentence';

it('a sentence is one element that keeps its names from being translated, and escapes bidirectional control characters and line breaks', () => {
  const { container } = render(<Sentence>{`${nameInText('photo\u202efit.exe')} failed:\nwhy \u2066`}</Sentence>);
  expect(container.innerHTML).toBe(
    '<span><span></span><bdi translate="no">photo[U+202E]fit.exe</bdi><span> failed: why [U+2066]</span></span>',
  );
});
