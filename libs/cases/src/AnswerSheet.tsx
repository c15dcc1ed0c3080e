import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { DefinitionList, Stack, Text } from '@konsil/ui';
import { AnswerContent } from './AnswerContent.tsx';
import { caseTexts } from './texts.ts';

export interface AnswerSheetProps {
  answer: Answer;
  theCase: Pick<ProcessOverview, 'case_name' | 'doctor' | 'patient' | 'requests'>;
}

/** One answer on paper, to be read by somebody who knows nothing of the case: who answered whom, about what and when. */
export function AnswerSheet({ answer, theCase: { case_name: name, doctor, patient, requests } }: AnswerSheetProps) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const asked = requests.find(({ id }) => id === answer.request_id);
  const facts = [
    { key: 'by', term: t('sheet.by'), detail: answer.answered_by === doctor.name ? `${doctor.name}, ${doctor.specialty}` : answer.answered_by },
    { key: 'for', term: t('sheet.for'), detail: t('sheet.born', { name: `${patient.first_name} ${patient.last_name}`, day: format.day(patient.date_of_birth) }) },
    { key: 'case', term: t('sheet.case'), detail: name },
    ...(asked ? [{ key: 'asked', term: t('sheet.asked'), detail: format.day(asked.sent_at) }] : []),
    { key: 'answered', term: t('sheet.answered'), detail: format.day(answer.answered_at) },
  ];
  return (
    <Stack as="article" gap={5}>
      <h1>{common(`codes.answerOptionForPatient.${answer.option}`)}</h1>
      <DefinitionList layout="beside" items={facts} />
      <AnswerContent answer={answer} headingLevel={2} />
      <Text as="p" tone="muted" size="small">{t('sheet.printed', { day: format.day(new Date().toISOString()) })}</Text>
    </Stack>
  );
}
