import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Draft } from './drafts.ts';

/** Keeps as its draft what somebody types into a form. Open the form with `draft.restored` as its values. */
export const useKeepDraft = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  draft: Pick<Draft<In>, 'keep'>,
): void => {
  const { subscribe } = form;
  const { keep } = draft;
  // Copied, because the form changes its own values in place.
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(structuredClone(values)) }),
    [subscribe, keep],
  );
};
