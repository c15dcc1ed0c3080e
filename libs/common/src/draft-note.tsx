// @bundle forms
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { dayOf, useCommon, useFormat } from '@konsil/i18n';
import { later, Row } from '@konsil/ui';

const DraftChoice = later(() => import('./DraftChoice.tsx').then((module) => module.DraftChoice));

/** The fields of a draft that the note needs (`useDraft` of `@konsil/api`). */
export interface NotedDraft {
  status: 'loading' | 'empty' | 'saving' | 'saved' | 'waiting' | 'full' | 'refused' | 'gone' | 'unread' | 'damaged';
  /** ISO 8601. */
  savedAt: string | null;
  takeOver: () => Promise<void>;
  keepMine: () => Promise<void>;
  bringBack: () => void;
  readAgain: () => Promise<void>;
  giveUp: () => Promise<void>;
  replaced: object | null;
  decided: 'taken' | 'adopted' | 'kept' | 'back' | 'read' | 'none' | 'renewed' | null;
}

/** The states in which the user decides. */
const asking: readonly NotedDraft['status'][] = ['gone', 'unread', 'damaged'];
const done = () => Promise.resolve();
/** The draft of a form that keeps none. */
const unkept: NotedDraft = {
  status: 'empty',
  savedAt: null,
  takeOver: done,
  keepMine: done,
  bringBack: () => undefined,
  readAgain: done,
  giveUp: done,
  replaced: null,
  decided: null,
};

const useStateInWords = ({ status, savedAt }: NotedDraft): string | undefined => {
  const { t } = useCommon();
  const { time, dayLong } = useFormat();
  if (status === 'saving') return t('words.saving');
  if (status === 'waiting') return t('words.notSaved');
  if (status === 'full') return t('words.draftsFull');
  if (status === 'refused') return t('words.draftRefused');
  if (status === 'gone') return t('words.draftGone');
  // `DraftChoice` says it: these words would come with every first page.
  if (status === 'unread' || status === 'damaged') return undefined;
  if (!savedAt) return undefined;
  return dayOf(savedAt) === dayOf(new Date())
    ? t('words.savedAt', { time: time(savedAt) })
    : t('words.savedOn', { day: dayLong(savedAt), time: time(savedAt) });
};

/**
 * The state of a form's draft: "Gespeichert um 14:32 Uhr", with the date on another day; lets the user resolve a
 * conflict of two windows, and retry or give up a draft that was not read.
 */
export const useDraftNote = (draft: NotedDraft = unkept): ReactNode => {
  const words = useStateInWords(draft);
  const asks = asking.includes(draft.status) || draft.decided !== null || draft.replaced !== null;
  if (!asks) return words;
  return (
    <Row as="span" gap={2}>
      {words && <span>{words}</span>}
      <Suspense>
        <DraftChoice draft={draft} />
      </Suspense>
    </Row>
  );
};
