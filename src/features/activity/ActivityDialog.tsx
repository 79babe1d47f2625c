import { Modal, Tabs } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { ACTIVITY_PARAM, ACTIVITY_SEARCH_PARAM, PROOF_TAB as PROOF } from '@data-manager/domain/navigation/routePath';
import { useListDeletedQuery } from '../../api/activity';
import { useFeature } from '../../api/configuration';
import { selectSessionOwner } from '../../session/sessionSlice';
import { useAddressQuery } from '../../ui/useAddressQuery';
import { useSealQuestion } from '../../widgets/useSealQuestion';
import classes from './activity.module.css';
import { ActivityFeed, type FeedTab } from './ActivityFeed';
import { ActivityFooter } from './ActivityFooter';
import { DeletedItems } from './DeletedItems';
import { ProofFeed } from './ProofFeed';
import { QuestionDialog, type Question } from './QuestionDialog';
import { AskSealContext } from './restoreButtons';
import { useReceipts } from './useReceipts';

const FEED_TABS: Readonly<Record<FeedTab, string>> = {
  all: 'All',
  uploads: 'Uploads',
  downloads: 'Downloads',
  changes: 'Jobs and renames',
};

/** What happened and what can be taken back: what the user did, and for administrators what everybody did. */
export function ActivityDialog({ onClose }: { readonly onClose: () => void }) {
  const owner = useSelector(selectSessionOwner);
  const [question, setQuestion] = useState<Question>();
  const sealed = useSealQuestion();
  const ask = (next: Question) =>
    sealed.ask(next.kind === 'deleteFiles' ? next.receipts.map(({ key }) => key) : [], () => setQuestion(next));
  return (
    <Modal
      opened={owner !== undefined}
      onClose={onClose}
      title="Activity"
      size="72rem"
      classNames={{ content: classes.dialog ?? '' }}
      // Escape closes the confirmation dialog first.
      closeOnEscape={question === undefined && !sealed.dialog}
    >
      <AskSealContext value={sealed.ask}>
        {owner !== undefined && <ActivityTabs key={`${owner.sponsorId}/${owner.userId}`} owner={owner} onAsk={ask} />}
      </AskSealContext>
      {sealed.dialog}
      <QuestionDialog question={question} onClose={() => setQuestion(undefined)} />
    </Modal>
  );
}

interface ActivityTabsProps {
  readonly owner: NonNullable<ReturnType<typeof selectSessionOwner>>;
  readonly onAsk: (question: Question) => void;
}

function ActivityTabs({ owner, onAsk }: ActivityTabsProps) {
  const [params, changeAddress] = useAddressQuery();
  const kept = useReceipts(owner);
  const hasChanges = useFeature('activity.list');
  const hasDeleted = useFeature('deleted.list');
  const hasProof = useFeature('receipts.list');
  // Once, for the lines that mount while the feed is scrolled.
  useListDeletedQuery(hasDeleted ? undefined : skipToken, { refetchOnMountOrArgChange: true });
  const feeds = (Object.keys(FEED_TABS) as FeedTab[]).filter((tab) => hasChanges || tab !== 'changes');
  const wanted = params.get(ACTIVITY_PARAM);
  const isOther = (wanted === 'deleted' && hasDeleted) || (wanted === PROOF && hasProof);
  const shown = isOther ? wanted : (feeds.find((tab) => tab === wanted) ?? 'all');
  const show = (tab: string | null) =>
    changeAddress((current) => {
      const next = new URLSearchParams(current);
      next.set(ACTIVITY_PARAM, tab ?? 'all');
      // A path there, and a text elsewhere.
      if (tab === PROOF || shown === PROOF) next.delete(ACTIVITY_SEARCH_PARAM);
      return next;
    }, true);
  return (
    <Tabs value={shown} onChange={show} keepMounted={false}>
      <Tabs.List mb="sm">
        {feeds.map((tab) => (
          <Tabs.Tab value={tab} key={tab}>
            {FEED_TABS[tab]}
          </Tabs.Tab>
        ))}
        {hasProof && <Tabs.Tab value={PROOF}>Proof</Tabs.Tab>}
        {hasDeleted && <Tabs.Tab value="deleted">Deleted</Tabs.Tab>}
      </Tabs.List>
      {feeds.map((tab) => (
        <Tabs.Panel value={tab} key={tab}>
          <ActivityFeed tab={tab} label={FEED_TABS[tab]} owner={owner} kept={kept} onAsk={onAsk} />
        </Tabs.Panel>
      ))}
      {hasProof && (
        <Tabs.Panel value={PROOF}>
          <ProofFeed onAsk={onAsk} />
        </Tabs.Panel>
      )}
      {hasDeleted && (
        <Tabs.Panel value="deleted">
          <DeletedItems />
        </Tabs.Panel>
      )}
      <ActivityFooter read={kept.read} onAsk={onAsk} />
    </Tabs>
  );
}
