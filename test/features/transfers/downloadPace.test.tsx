import { act, screen } from '@testing-library/react';
import * as rows from '../../../src/features/transfers/TransferRow';
import { downloadStarted, progressReceived } from '../../../src/transfers/downloads/downloadsSlice';
import { aDownload } from '../../support/builders';
import { renderPanel } from './renderPanel';

jest.mock('../../../src/features/transfers/TransferRow', () => {
  const actual = jest.requireActual<typeof rows>('../../../src/features/transfers/TransferRow');
  return { __esModule: true, ...actual, TransferRow: jest.fn(actual.TransferRow) };
});

const ARCHIVES = 100;

it('a long list of downloads renders only the row whose progress has changed', () => {
  const items = Array.from({ length: ARCHIVES }, (_, index) => {
    const title = `TC${index}`;
    return aDownload({ id: title, path: `acme/brains/${title}`, title, zipFileName: `${title}.zip` });
  });
  const { store } = renderPanel({ downloads: items });
  act(() => void store.dispatch(downloadStarted({ id: 'TC7', downloadId: 'ref-7' })));
  const rendered = jest.mocked(rows.TransferRow);
  rendered.mockClear();
  act(() => void store.dispatch(progressReceived({ id: 'TC7', completedSize: 42, totalSize: 100 })));
  expect(screen.getByRole('progressbar', { name: 'TC7.zip' })).toHaveAttribute('aria-valuenow', '42');
  expect(rendered.mock.calls.map(([{ name }]) => name)).toEqual(['TC7.zip']);
});
