import { fullName } from '@konsil/contracts/full-name';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { Button, Kbd, OpenTaskIcon } from '@konsil/ui';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { shortcutTexts } from '../shortcuts/texts';
import { answerFormErrors, type AnswerForm } from './answer-form';
import { Blocked, Foot, FootButtons } from './answer-parts';
import { answerTexts } from './texts';
import { useSendSummary } from './travelling';

interface AnswerFootProps {
  /** The state of the draft. */
  note: ReactNode;
  theCase: ProcessOverview;
  busy: boolean;
  onPreview: () => void;
}

/**
 * Shows what will be sent, what stays, and what still prevents sending. The button stays enabled and leads to the
 * problem.
 */
export function AnswerFoot({ note, theCase, busy, onPreview }: AnswerFootProps) {
  const { t } = useTexts(answerTexts);
  const { t: keys } = useTexts(shortcutTexts);
  const { control, getValues } = useFormContext<AnswerForm>();
  useWatch({ control });
  const { questions, patient } = theCase;
  const { goes, stays } = useSendSummary(theCase.id, getValues(), questions);
  const missing = answerFormErrors(getValues(), questions);
  const first = missing.find(({ path: [name] }) => name === 'question_answers' || name === 'question_plain_words');
  const number = questions.findIndex(({ id }) => id === first?.path[1]) + 1;

  const blocked = () => {
    if (number > 0 && first?.message === 'questionUnfinished') return t('blocked.unfinished', { number });
    if (number > 0 && first?.message === 'questionOpen') return t('blocked.question', { number });
    if (missing.length === 0) return '';
    const [only, another] = missing;
    if (!another && only?.message === 'answerMissing') return t('blocked.text');
    if (!another && only?.message === 'deadlineMissing') return t('blocked.deadline');
    return t('blocked.other', { count: missing.length });
  };
  const words = blocked();
  return (
    <Foot>
      <div>
        <div role="status">
          {words && (
            <Blocked>
              <OpenTaskIcon />
              {words}
            </Blocked>
          )}
          {note && <small>{note}</small>}
        </div>
        <small data-goes>{t('goes', { name: fullName(patient), parts: goes })}</small>
        {stays && <small data-goes>{t('stays', { parts: stays })}</small>}
      </div>
      <FootButtons>
        <Button variant="secondary" onClick={onPreview}>
          {t('preview')}
        </Button>
        <Button type="submit" busy={busy} aria-keyshortcuts="Control+Enter">
          {t('send')}{' '}
          <Kbd>
            {keys('keys.control')} {keys('keys.enter')}
          </Kbd>
        </Button>
      </FootButtons>
    </Foot>
  );
}
