import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { shownName } from '@data-manager/domain/names/shownName';
import { compareNatural } from '@data-manager/lib/compareNatural';
import { formatTime } from '@data-manager/lib/formatTime';
import { queryErrorText } from '../../api/queryErrorText';
import { useListTokensQuery, useRevokeTokenMutation, type AccessToken } from '../../api/tokens';
import { selectSessionOwner } from '../../session/sessionSlice';
import { DataGrid } from '../../ui/DataGrid';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { ConfirmDialog } from '../../ui/FormDialog';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { Name, PathName } from '../../ui/Name';
import { SkeletonRows } from '../../ui/SkeletonRows';
import { NewToken } from './NewToken';

const rowId = ({ id }: AccessToken): string => id;
const rowName = ({ name }: AccessToken): string => shownName(name);

/** The access tokens of the user; for administrators, those of the sponsor. */
export function AccessTokensDialog({ onClose }: { readonly onClose: () => void }) {
  const owner = useSelector(selectSessionOwner);
  const [revoked, setRevoked] = useState<AccessToken>();
  return (
    <Modal
      opened={owner !== undefined}
      onClose={onClose}
      title="Access tokens"
      size="72rem"
      // Escape closes the confirmation dialog first.
      closeOnEscape={revoked === undefined}
    >
      {owner !== undefined && (
        <Stack key={`${owner.sponsorId}/${owner.userId}`}>
          <Text size="sm" c="dimmed">
            A program or a script signs in with an access token instead of a password. It never has more rights than
            you.
          </Text>
          <NewToken sponsorId={owner.sponsorId} />
          <TokenList isAdmin={owner.isAdmin} onRevoke={setRevoked} />
        </Stack>
      )}
      <RevokeDialog token={revoked} onClose={() => setRevoked(undefined)} />
    </Modal>
  );
}

interface TokenListProps {
  readonly isAdmin: boolean;
  readonly onRevoke: (token: AccessToken) => void;
}

function TokenList({ isAdmin, onRevoke }: TokenListProps) {
  const { data: tokens, error, refetch } = useListTokensQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error !== undefined) {
    return (
      <ErrorState
        title="The access tokens could not be loaded"
        reason={queryErrorText(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (tokens === undefined) return <SkeletonRows />;
  return (
    <DataGrid
      label="Access tokens"
      columns={columnsOf(isAdmin, onRevoke)}
      rows={tokens}
      rowId={rowId}
      rowName={rowName}
      empty={<EmptyState title="No access tokens" />}
    />
  );
}

function columnsOf(isAdmin: boolean, onRevoke: (token: AccessToken) => void): readonly GridColumn<AccessToken>[] {
  const user: GridColumn<AccessToken> = {
    id: 'user',
    header: 'User',
    width: '8rem',
    hideBelow: 'medium',
    compare: (left, right) => compareNatural(left.userId, right.userId),
    cell: ({ userId }) => <Name>{userId}</Name>,
  };
  return [
    {
      id: 'name',
      header: 'Name',
      compare: (left, right) => compareNatural(left.name, right.name),
      cell: ({ name }) => <Name>{name}</Name>,
    },
    ...(isAdmin ? [user] : []),
    { id: 'scopes', header: 'Rights', width: '11rem', hideBelow: 'medium', cell: ({ scopes }) => scopes.join(', ') },
    {
      id: 'path',
      header: 'Where',
      hideBelow: 'narrow',
      compare: (left, right) => compareNatural(left.path, right.path),
      cell: ({ path }) => <PathName>{path}</PathName>,
    },
    {
      id: 'expires',
      header: 'Valid until',
      width: TIME_WIDTH,
      align: 'end',
      hideBelow: 'compact',
      compare: (left, right) => compareNatural(left.expiresAt, right.expiresAt),
      cell: ({ expiresAt }) => formatTime(expiresAt),
    },
    {
      id: 'used',
      header: 'Last used',
      width: TIME_WIDTH,
      align: 'end',
      hideBelow: 'medium',
      compare: (left, right) => compareNatural(left.lastUsedAt ?? '', right.lastUsedAt ?? ''),
      cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? 'Never' : formatTime(lastUsedAt)),
    },
    {
      id: 'revoke',
      header: 'Revoke',
      isHeaderHidden: true,
      width: '7rem',
      align: 'end',
      cell: (token, tabIndex) => (
        <Button
          size="xs"
          tabIndex={tabIndex}
          aria-label={`Revoke ${shownName(token.name)}`}
          onClick={() => onRevoke(token)}
        >
          Revoke
        </Button>
      ),
    },
  ];
}

interface RevokeDialogProps {
  readonly token: AccessToken | undefined;
  readonly onClose: () => void;
}

function RevokeDialog({ token, onClose }: RevokeDialogProps) {
  const [revoke] = useRevokeTokenMutation();
  return (
    <ConfirmDialog
      title="Revoke the access token?"
      confirmLabel="Revoke"
      opened={token !== undefined}
      onClose={onClose}
      onConfirm={() => token && void revoke(token.id)}
    >
      Programs that use <Name>{token?.name ?? ''}</Name> can no longer sign in. This can’t be undone.
    </ConfirmDialog>
  );
}
