import type { ReactNode } from 'react';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Section } from '@konsil/ui';
import { AnswerContent } from './AnswerContent.tsx';
import { AppointmentTimes } from './AppointmentTimes.tsx';
import { LetterSheet } from './LetterSheet.tsx';
import { QuestionAnswers } from './QuestionAnswers.tsx';
import { caseTexts } from './texts.ts';
import { useAuthor } from './use-author.ts';

export interface AnswerSheetProps {
  answer: Answer;
  theCase: Pick<ProcessOverview, 'case_name' | 'doctor' | 'patient' | 'questions' | 'requests'>;
  /** The patient's next steps, with dates. */
  steps?: ReactNode;
}

/** One printed answer for a reader who does not know the case: author, patient, subject and date. */
export function AnswerSheet({
  answer,
  theCase: { case_name: name, doctor, patient, questions, requests },
  steps,
}: AnswerSheetProps) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const format = useFormat();
  const author = useAuthor();
  const asked = requests.find(({ id }) => id === answer.request_id);
  const facts = [
    { key: 'case', term: t('sheet.case'), detail: name },
    ...(asked ? [{ key: 'asked', term: t('sheet.asked'), detail: format.day(asked.sent_at) }] : []),
    { key: 'answered', term: t('sheet.answered'), detail: format.day(answer.answered_at) },
  ];
  return (
    <LetterSheet
      writer={answer.answered_by}
      specialty={answer.answered_by === doctor.name ? specialtyIn(doctor.specialty, locale) : undefined}
      patient={patient}
      facts={facts}
      title={common(`codes.answerOptionForPatient.${answer.option}`)}
    >
      <AnswerContent
        answer={answer}
        headingLevel={2}
        steps={steps}
        appointment={answer.appointment && <AppointmentTimes appointment={answer.appointment} onPaper />}
      />
      {answer.question_answers.length === 0 && questions.length > 0 && (
        <Section title={t('sheet.questions')} headingLevel={2}>
          <QuestionAnswers questions={questions} answersHidden />
        </Section>
      )}
      <p>{t('sheet.signed', { doctor: author(answer), day: format.day(answer.answered_at) })}</p>
    </LetterSheet>
  );
}
