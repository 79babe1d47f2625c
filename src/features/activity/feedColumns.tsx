import { Box, Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { createContext, use, useId, type ReactNode } from 'react';
import { placeOfFile, type KeptAct } from '@data-manager/domain/transfers/acts';
import { actSentence } from '@data-manager/domain/transfers/actText';
import { receiptName, type Receipt } from '@data-manager/domain/transfers/receipts';
import { formatBytes } from '@data-manager/lib/formatBytes';
import { formatTime } from '@data-manager/lib/formatTime';
import { TIME_WIDTH, type GridColumn } from '../../ui/gridColumn';
import { FileName, PathName } from '../../ui/Name';
import { ActAction } from './ActAction';
import { ActDetails } from './ActDetails';
import classes from './history.module.css';
import type { Question } from './QuestionDialog';
import { ReceiptParts } from './ReceiptParts';

/** An act, or one of its receipts. */
export interface FeedRow {
  readonly id: string;
  readonly act: KeptAct;
  readonly receipt?: Receipt;
}

/** The unfolded rows. A context, because new columns would make the grid render all rows again. */
export const FeedContext = createContext<{
  readonly open: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  readonly onAsk: (question: Question) => void;
}>({ open: new Set(), toggle: () => undefined, onAsk: () => undefined });

export const rowId = ({ id }: FeedRow): string => id;

/**
 * Creates a function that names acts. An act keeps the id with which one of its receipts was first seen, because it gets later and
 * earlier ones while it is shown, and the server may list an act that only this browser has recorded.
 */
export function createActIds(): (act: KeptAct) => string {
  const ids = new Map<string, string>();
  return ({ since, userId, action, type, name, receipts }) => {
    const known = receipts.map((receipt) => ids.get(receipt.id)).find((id) => id !== undefined);
    const id = known ?? JSON.stringify([since, userId, action, type, type === 'file' ? placeOfFile(name) : name]);
    for (const receipt of receipts) ids.set(receipt.id, id);
    return id;
  };
}

const timeOf = ({ act, receipt }: FeedRow): string => formatTime(receipt?.endedAt ?? act.at);

/** The columns of the feed. */
export const FEED_COLUMNS: readonly GridColumn<FeedRow>[] = [
  {
    id: 'what',
    header: 'What',
    cell: (row, tabIndex) =>
      row.receipt === undefined ? (
        <ActCell row={row} tabIndex={tabIndex} />
      ) : (
        <ReceiptCell row={row} receipt={row.receipt} tabIndex={tabIndex} />
      ),
  },
  { id: 'when', header: 'When', width: TIME_WIDTH, align: 'end', hideBelow: 'narrow', cell: timeOf },
];

interface CellProps {
  readonly row: FeedRow;
  readonly tabIndex: 0 | -1;
}

interface UnfoldingProps extends CellProps {
  /** The text of the button, which is its name, too. */
  readonly label: ReactNode;
  /** Beside the button. */
  readonly beside?: ReactNode;
  readonly details: ReactNode;
}

/** A line that unfolds its details. */
function Unfolding({ row, label, beside, details, tabIndex }: UnfoldingProps) {
  const { open, toggle } = use(FeedContext);
  const detailsId = useId();
  const isOpen = open.has(row.id);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <Group gap="0.25rem 0.5rem" py={4} lh={1.3} className={classes.line ?? ''}>
        <UnstyledButton
          className={classes.name ?? ''}
          tabIndex={tabIndex}
          aria-expanded={isOpen}
          {...(isOpen && { 'aria-controls': detailsId })}
          onClick={() => toggle(row.id)}
        >
          <Chevron size={14} aria-hidden style={{ flex: 'none' }} />
          <span>{label}</span>
        </UnstyledButton>
        {beside}
        <Text span size="xs" c="dimmed" translate="no" className={classes.when ?? ''}>
          {timeOf(row)}
        </Text>
      </Group>
      {isOpen && (
        <div id={detailsId} data-row-details className={classes.parts}>
          {details}
        </div>
      )}
    </>
  );
}

function ActCell({ row, tabIndex }: CellProps) {
  const { onAsk } = use(FeedContext);
  const { act } = row;
  const sentence = actSentence(act).map((part, index) =>
    typeof part === 'string' ? <span key={index}>{part}</span> : <PathName key={index}>{part.path}</PathName>,
  );
  return (
    <Unfolding
      row={row}
      label={sentence}
      beside={<ActAction act={act} tabIndex={tabIndex} />}
      details={<ActDetails act={act} tabIndex={tabIndex} onAsk={onAsk} />}
      tabIndex={tabIndex}
    />
  );
}

function ReceiptCell({ row, receipt, tabIndex }: CellProps & { readonly receipt: Receipt }) {
  return (
    // A file of the act above it.
    <Box ps={18}>
      <Unfolding
        row={row}
        label={<FileName>{receiptName(receipt)}</FileName>}
        beside={
          <Text span inherit c="dimmed" translate="no">
            {formatBytes(receipt.size)}
          </Text>
        }
        details={<ReceiptParts receipt={receipt} tabIndex={tabIndex} />}
        tabIndex={tabIndex}
      />
    </Box>
  );
}
