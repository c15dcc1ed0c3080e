import type { Question } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { Button, Kbd, OpenTaskIcon } from '@konsil/ui';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { shortcutTexts } from '../shortcuts/texts';
import { complaints, type AnswerForm } from './answer-form';
import { Blocked, Foot, FootButtons } from './answer-parts';
import { answerTexts } from './texts';

interface AnswerFootProps {
  /** How the draft stands. */
  note: ReactNode;
  questions: Question[];
  busy: boolean;
  onPreview: () => void;
}

/** Says what still blocks sending. The button stays pressable and leads there. */
export function AnswerFoot({ note, questions, busy, onPreview }: AnswerFootProps) {
  const { t } = useTexts(answerTexts);
  const { t: keys } = useTexts(shortcutTexts);
  const { control, getValues } = useFormContext<AnswerForm>();
  useWatch({ control });
  const missing = complaints(getValues(), questions);
  const open = missing.find(({ message }) => message === 'questionOpen');
  const openQuestion = questions.findIndex(({ id }) => id === open?.path[1]);

  const blocked = () => {
    if (openQuestion >= 0) return t('blocked.question', { number: openQuestion + 1 });
    if (missing.length === 0) return '';
    const [only, another] = missing;
    if (!another && only?.message === 'answerMissing') return t('blocked.text');
    if (!another && only?.message === 'deadlineMissing') return t('blocked.deadline');
    return t('blocked.other', { count: missing.length });
  };
  const words = blocked();
  return (
    <Foot>
      <div role="status">
        {words && <Blocked><OpenTaskIcon />{words}</Blocked>}
        {note && <small>{note}</small>}
      </div>
      <FootButtons>
        <Button variant="secondary" onClick={onPreview}>{t('preview')}</Button>
        <Button type="submit" busy={busy} aria-keyshortcuts="Control+Enter">{t('send')} <Kbd>{keys('keys.control')} {keys('keys.enter')}</Kbd></Button>
      </FootButtons>
    </Foot>
  );
}
