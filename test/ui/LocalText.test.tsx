import { render } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { LocalText } from '../../src/ui/LocalText';

describe('LocalText', () => {
  it('shows the first text of a page right after its first render, and later ones at once', () => {
    const text = <LocalText>{() => '1,280'}</LocalText>;
    expect(renderToString(text)).toBe('');
    expect(render(text).container).toHaveTextContent('1,280');
    expect(renderToString(text)).toBe('1,280');
  });
});
