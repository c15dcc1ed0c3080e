import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { dayOf, useCommon, useFormat } from '@konsil/i18n';
import type { Draft } from './drafts.ts';

/** Keeps as its draft what somebody types into a form. Open the form with `draft.restored` as its values. */
export const useKeepDraft = <In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>, draft: Pick<Draft<In>, 'keep'>): void => {
  const { subscribe } = form;
  const { keep } = draft;
  // Copied, because the form changes its own values in place.
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keep(structuredClone(values)) }), [subscribe, keep]);
};

/** Says under a form how its draft stands: "Gespeichert um 14:32 Uhr", with the day when it was another one. */
export const useDraftNote = ({ status, savedAt }: Pick<Draft<Record<string, unknown>>, 'status' | 'savedAt'>): string | undefined => {
  const { t } = useCommon();
  const { time, dayLong } = useFormat();
  if (status === 'saving') return t('words.saving');
  if (status === 'waiting') return t('words.notSaved');
  if (status === 'full') return t('words.draftsFull');
  if (status === 'refused') return t('words.draftRefused');
  if (status === 'gone') return t('words.draftGone');
  if (!savedAt) return undefined;
  return dayOf(savedAt) === dayOf(new Date()) ? t('words.savedAt', { time: time(savedAt) }) : t('words.savedOn', { day: dayLong(savedAt), time: time(savedAt) });
};
