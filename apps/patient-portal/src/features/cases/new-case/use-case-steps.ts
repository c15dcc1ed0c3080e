import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { caseSteps, fieldsOfStep, firstOpenStep } from './new-case-form.ts';
import type { CaseStep, NewCaseForm, NewCaseValues } from './new-case-form.ts';

/** The current step, stored in the URL, so that Back goes one step back. */
export const useCaseSteps = (form: UseFormReturn<NewCaseForm, unknown, NewCaseValues>) => {
  const [params, setParams] = useSearchParams();
  const [attempt, setAttempt] = useState(0);
  // Limited to completed steps: an old URL of a draft that became a case starts anew.
  const [reached, setReached] = useState(() => firstOpenStep(form.getValues()));
  const given = Number(params.get('step')) - 1;
  const index = given >= 0 ? Math.min(given, reached) : 0;
  const step: CaseStep = caseSteps[index] ?? 'concern';

  const go = (to: number) => {
    setAttempt(0);
    setParams((now) => {
      const next = new URLSearchParams(now);
      next.set('step', String(to + 1));
      return next;
    });
  };
  // A step is validated when left, then live until fixed.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name }) => {
          if (name && form.getFieldState(name as keyof NewCaseForm).invalid)
            void form.trigger(name as keyof NewCaseForm);
        },
      }),
    [form],
  );

  return {
    index,
    step,
    attempt,
    next: async () => {
      const valid = await form.trigger([...fieldsOfStep[step]]);
      if (!valid) return setAttempt((count) => count + 1);
      setReached(Math.max(reached, index + 1));
      go(index + 1);
    },
    back: () => go(index - 1),
    goTo: (wanted: CaseStep) => go(caseSteps.indexOf(wanted)),
  };
};
