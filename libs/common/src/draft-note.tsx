// @bundle forms
import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { dayOf, useCommon, useFormat } from '@konsil/i18n';
import { later } from '@konsil/ui';

const DraftChoice = later(() => import('./DraftChoice.tsx').then((module) => module.DraftChoice));
const DraftUnsaved = later(() => import('./DraftChoice.tsx').then((module) => module.DraftUnsaved));

/** The fields of a draft that its note and question need (`useDraft` of `@konsil/drafts`). */
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
  if (!savedAt) return undefined;
  return dayOf(savedAt) === dayOf(new Date())
    ? t('words.savedAt', { time: time(savedAt) })
    : t('words.savedOn', { day: dayLong(savedAt), time: time(savedAt) });
};

/**
 * The state of a form's draft, beside its buttons: "Gespeichert um 14:32 Uhr", with the date on another day. Where the
 * user has to decide something, it leads to `DraftQuestion`.
 */
export const useDraftNote = (draft: NotedDraft = unkept): ReactNode => {
  const words = useStateInWords(draft);
  if (!asking.includes(draft.status)) return words;
  return (
    <Suspense>
      <DraftUnsaved />
    </Suspense>
  );
};

/**
 * Above the fields of a form: a conflict of two windows to resolve, or a draft that was not read, to retry or give up.
 * Announced, and nothing otherwise.
 */
export function DraftQuestion({ draft = unkept }: { draft?: NotedDraft | undefined }) {
  if (!asking.includes(draft.status) && draft.decided === null && draft.replaced === null) return null;
  return (
    <Suspense>
      <DraftChoice draft={draft} />
    </Suspense>
  );
}
