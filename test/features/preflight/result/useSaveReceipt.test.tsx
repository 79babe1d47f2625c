import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSaveReceipt } from '../../../../src/features/preflight/result/useSaveReceipt';
import { anOwner, aReceipt } from '../../../support/builders';
import { createMemoryRecords } from '../../../support/fakePorts';
import type { RecordedCall } from '../../../support/fakeServer';
import { renderRoute } from '../../../support/renderRoute';

const md5 = 'd'.repeat(32);
const keyOf = (name: string) => `acme/brains/${name}`;
const listed = (name: string, size: number) => ({
  ...{ id: `${name} ${size}`, key: keyOf(name), size, checksum: `${md5}-1`, parts: [{ md5 }], userId: 'user-1' },
  completedAt: '2030-01-02T03:04:05Z',
});

const upload = {
  ...{ leftOut: [], unread: 0, damaged: [], owner: anOwner(), dropped: ['dropped'] },
  files: ['sent', 'dropped', 'renamed'].map((name) => ({ id: name, key: keyOf(name), size: 1 })),
};

function SaveButton() {
  const save = useSaveReceipt(upload);
  return <button onClick={() => void save()}>Save receipt</button>;
}

/** Saves the receipt of the upload from a server that lists receipts in two pages. */
async function save(receipts: (call: RecordedCall) => object) {
  const records = createMemoryRecords();
  const kept = { key: keyOf('renamed'), checksum: `${md5}-1`, originalName: 'scan.tif' };
  await records('receipts').put([['renamed', aReceipt({ id: 'renamed', ...kept })]]);
  const server = { 'GET /receipts': receipts };
  const page = renderRoute(<SaveButton />, { at: '/acme', server, features: ['receipts.list'], ports: { records } });
  await userEvent.setup().click(screen.getByRole('button'));
  return page;
}

it('the receipt of an upload is saved from all pages of the server’s list, with the latest receipt of each uploaded file', async () => {
  const { ports, server } = await save(({ query }) =>
    query.has('cursor')
      ? { json: { receipts: [listed('sent', 1), listed('renamed', 5)] } }
      : { json: { receipts: [listed('sent', 2), listed('dropped', 3), listed('other', 4)], cursor: 'next' } },
  );
  await waitFor(() => expect(ports.recorded.texts).toHaveLength(1));
  const rows = ports.recorded.texts[0]?.text.trim().split('\r\n') ?? [];
  expect(rows.slice(1).map((row) => row.split(',').slice(0, 2))).toEqual([
    [keyOf('sent'), '2'],
    [keyOf('renamed'), '5'],
  ]);
  expect(server.calls.map(({ query }) => query.toString())).toEqual([
    'path=acme%2Fbrains',
    'path=acme%2Fbrains&cursor=next',
  ]);
});

it('a malformed list of receipts leaves what this browser has kept', async () => {
  const { ports } = await save(() => ({ json: { receipts: [{ key: keyOf('sent') }] } }));
  await waitFor(() => expect(ports.recorded.texts).toHaveLength(1));
  expect(ports.recorded.texts[0]?.text).toContain(`${keyOf('renamed')},1024`);
});
