// @bundle forms
import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { Draft } from './drafts.ts';

/** Saves a form's input as its draft. Open the form with `draft.restored` as its values. */
export const useSaveDraft = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  draft: Pick<Draft<In>, 'keep'>,
): void => {
  const { subscribe } = form;
  const { keep } = draft;
  // A copy, because the form mutates its values.
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(structuredClone(values)) }),
    [subscribe, keep],
  );
};
