import type { Question } from '@konsil/contracts/cases';
import type { PinPlace } from '@konsil/contracts/pins';
import { useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import { useEffect, useRef, type RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { nextPinNumber, type AnswerForm } from './answer-form';
import { useTakePins } from './pin-desk';
import { answerTexts } from './texts';

/** Texts of the form that can point at places. */
const takesPins = (element: unknown): element is HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement && /^(answer|reason|next_step|question_answers\..+)$/.test(element.name);

/** Takes marked places into the text that was written last, at its cursor. */
export const usePins = (
  form: RefObject<HTMLFormElement | null>,
  { getValues, setValue, watch }: UseFormReturn<AnswerForm>,
  questions: readonly Question[],
) => {
  const { t } = useTexts(answerTexts);
  const toast = useToast();
  const last = useRef<HTMLTextAreaElement | null>(null);
  useEffect(() => {
    const element = form.current;
    const note = ({ target }: FocusEvent) => {
      if (takesPins(target)) last.current = target;
    };
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [form]);
  const take = (place: PinPlace) => {
    const named = form.current?.elements.namedItem('answer');
    const field = last.current?.isConnected ? last.current : takesPins(named) ? named : null;
    if (!field) return;
    const pins = getValues('pins');
    const number = nextPinNumber(getValues(), questions);
    const { value, selectionEnd: at } = field;
    field.setRangeText(`${/\S$/.test(value.slice(0, at)) ? ' ' : ''}[${number}]`, at, at, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    setValue('pins', [...pins, { number, words: '', place }], { shouldDirty: true });
    field.focus();
    toast({ text: t('pins.inserted', { number }) });
  };
  useTakePins(take, watch('pins'));
};
