import type { Question } from '@konsil/contracts/cases';
import type { PinPlace } from '@konsil/contracts/pins';
import { useTexts } from '@konsil/i18n';
import { useToast } from '@konsil/ui';
import { useEffect, useRef, type RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { nextPinNumber, type AnswerForm } from './answer-form';
import { keepLastText, lastTextOf } from './last-text';
import { useTakePins } from './pin-desk';
import { answerTexts } from './texts';
import { useBroughtPlace } from './use-brought-place';

/** Texts of the form that can point at places. */
const takesPins = (element: unknown): element is HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement &&
  /^(answer|plain_words|reason|next_step|question_(answers|plain_words)\..+)$/.test(element.name);

/** Inserts pins for marked places at the cursor of the last edited text. */
export const usePins = (
  form: RefObject<HTMLFormElement | null>,
  { getValues, setValue, watch }: UseFormReturn<AnswerForm>,
  { id: caseId, questions }: { id: string; questions: readonly Question[] },
) => {
  const { t } = useTexts(answerTexts);
  const toast = useToast();
  const last = useRef<HTMLTextAreaElement | null>(null);
  useEffect(() => {
    const element = form.current;
    const note = ({ target }: FocusEvent) => {
      if (takesPins(target)) last.current = target;
    };
    const keep = () => {
      if (last.current) keepLastText(caseId, { name: last.current.name, at: last.current.selectionEnd });
    };
    element?.addEventListener('focusin', note);
    window.addEventListener('pagehide', keep);
    return () => {
      element?.removeEventListener('focusin', note);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [form, caseId]);
  const take = (place: PinPlace) => {
    const named = (name: string) => {
      const element = form.current?.elements.namedItem(name);
      return takesPins(element) ? element : null;
    };
    const before = lastTextOf(caseId);
    const again = before ? named(before.name) : null;
    const field = last.current?.isConnected ? last.current : (again ?? named('answer'));
    if (!field) return;
    // A field that is shown again has lost its cursor: the pin goes to the remembered position, else to the end.
    if (field !== last.current) {
      const at = Math.min(again && before ? before.at : field.value.length, field.value.length);
      field.setSelectionRange(at, at);
    }
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
  useBroughtPlace(take);
};
