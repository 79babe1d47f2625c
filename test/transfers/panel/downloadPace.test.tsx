import { act, screen } from '@testing-library/react';
import { downloadStarted, progressReceived } from '../../../src/transfers/downloads/downloadsSlice';
import * as words from '../../../src/transfers/panel/transferState';
import { aDownload } from '../../support/builders';
import { renderPanel } from './renderPanel';

// A plain copy: the exports of a compiled module cannot be spied on.
jest.mock('../../../src/transfers/panel/transferState', () => ({
  ...jest.requireActual<typeof words>('../../../src/transfers/panel/transferState'),
}));

const ARCHIVES = 100;

describe('a long list of downloads', () => {
  it('draws only the archive that has come further, so that a tick costs no more than in a short one', () => {
    const items = Array.from({ length: ARCHIVES }, (_, index) => {
      const title = `TC${index}`;
      return aDownload({ id: title, path: `acme/brains/${title}`, title, zipFileName: `${title}.zip` });
    });
    const { store } = renderPanel({ downloads: items });
    act(() => void store.dispatch(downloadStarted({ id: 'TC7', downloadId: 'ref-7' })));
    const drawn = jest.spyOn(words, 'downloadWords');
    act(() => void store.dispatch(progressReceived({ id: 'TC7', completedSize: 42, totalSize: 100 })));
    expect(screen.getByRole('progressbar', { name: 'TC7.zip' })).toHaveAttribute('aria-valuenow', '42');
    expect(drawn.mock.calls.map(([{ id }]) => id)).toEqual(['TC7']);
  });
});
