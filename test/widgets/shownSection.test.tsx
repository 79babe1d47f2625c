import { act, screen } from '@testing-library/react';
import { isAtPlace } from '@data-manager/domain/pictures/previewQuery';
import { ShownSectionProvider, useReportedSection, useShownSection } from '../../src/widgets/shownSection';
import { renderRoute } from '../support/renderRoute';

function List() {
  const { shown, showSection } = useShownSection();
  return (
    <>
      <output>{JSON.stringify(shown ?? null)}</output>
      <button onClick={() => showSection({ section: 5, layer: 2 })}>Show</button>
    </>
  );
}

function Preview({ section }: { readonly section: number }) {
  useReportedSection({ section, layer: 1 });
  return null;
}

describe('the section shown in the preview and the lists', () => {
  it('comes from the URL until the preview is mounted, and changes with it', () => {
    const { router } = renderRoute(<List />, { at: '/a/b/c?q=atlas&off=3&section=9' });
    expect(screen.getByRole('status')).toHaveTextContent('{"section":9}');
    act(() => screen.getByRole('button', { name: 'Show' }).click());
    expect(router.state.location.search).toBe('?q=atlas&section=5&section-layer=2&off=3');
    expect(screen.getByRole('status')).toHaveTextContent('{"section":5,"layer":2}');
  });

  it('is the one that the preview reports, before the URL contains it', () => {
    renderRoute(
      <ShownSectionProvider>
        <List />
        <Preview section={12} />
      </ShownSectionProvider>,
      { at: '/a/b/c?section=9' },
    );
    expect(screen.getByRole('status')).toHaveTextContent('{"section":12,"layer":1}');
  });

  it('includes the images of all layers if it names none', () => {
    expect(isAtPlace({ section: 5, layer: 2 }, { section: 5 })).toBe(true);
    expect(isAtPlace({ section: 5, layer: 2 }, { section: 5, layer: 1 })).toBe(false);
    expect(isAtPlace({ section: 5, layer: 2 }, undefined)).toBe(false);
  });
});
