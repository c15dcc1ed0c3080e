import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import { specialtyIn } from '@konsil/contracts/specialties';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { DefinitionList, Letterhead, Section, Stack, Text } from '@konsil/ui';
import { AnswerContent } from './AnswerContent.tsx';
import { QuestionAnswers } from './QuestionAnswers.tsx';
import { caseTexts } from './texts.ts';

export interface AnswerSheetProps {
  answer: Answer;
  theCase: Pick<ProcessOverview, 'case_name' | 'doctor' | 'patient' | 'questions' | 'requests'>;
}

/** One answer on paper, to be read by somebody who knows nothing of the case: who answered whom, about what and when. */
export function AnswerSheet({ answer, theCase: { case_name: name, doctor, patient, questions, requests } }: AnswerSheetProps) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const format = useFormat();
  const fullName = `${patient.first_name} ${patient.last_name}`;
  const asked = requests.find(({ id }) => id === answer.request_id);
  const facts = [
    { key: 'for', term: t('sheet.for'), detail: <strong>{t('sheet.born', { name: fullName, day: format.day(patient.date_of_birth) })}</strong> },
    { key: 'case', term: t('sheet.case'), detail: name },
    ...(asked ? [{ key: 'asked', term: t('sheet.asked'), detail: format.day(asked.sent_at) }] : []),
    { key: 'answered', term: t('sheet.answered'), detail: format.day(answer.answered_at) },
  ];
  return (
    <Stack as="article" gap={5}>
      <Letterhead>
        <strong>{answer.answered_by}</strong>
        {answer.answered_by === doctor.name && <Text as="p" size="small">{specialtyIn(doctor.specialty, locale)}</Text>}
      </Letterhead>
      <DefinitionList layout="beside" items={facts} />
      <h1>{common(`codes.answerOptionForPatient.${answer.option}`)}</h1>
      <AnswerContent answer={answer} headingLevel={2} />
      {answer.question_answers.length === 0 && questions.length > 0 && (
        <Section title={t('sheet.questions')} headingLevel={2}><QuestionAnswers questions={questions} answersHidden /></Section>
      )}
      <p>{t('sheet.signed', { doctor: answer.answered_by, day: format.day(answer.answered_at) })}</p>
      <Text as="p" tone="muted" size="small">{t('sheet.printed', { day: format.day(new Date().toISOString()) })}</Text>
    </Stack>
  );
}
