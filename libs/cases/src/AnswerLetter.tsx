import type { ReactNode } from 'react';
import type { Answer } from '@konsil/contracts/requests';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Card, Section, Stack, Text } from '@konsil/ui';
import { AppointmentTimes } from './AppointmentTimes.tsx';
import { Questions, Written } from './cases-parts.ts';
import { caseTexts } from './texts.ts';

export interface AnswerLetterProps {
  answer: Answer;
  headingLevel?: 2 | 3;
  /** In the place of the times as a plain list: something to choose for the patient, or the one that was agreed. */
  appointment?: ReactNode;
  /** Under the recommended doctor, e.g. a button that hands the case over. */
  afterRecommendation?: ReactNode;
  /** Under the letter. */
  actions?: ReactNode;
}

const titleOf = ({ accepted, cancelled }: NonNullable<Answer['appointment']>) =>
  cancelled ? 'letter.appointmentCancelled' : accepted ? 'letter.appointmentAccepted' : 'letter.appointment';

/** A whole answer as the patient reads it: what kind, the doctor's words, question by question, what comes next. */
export function AnswerLetter({ answer, headingLevel = 2, appointment, afterRecommendation, actions }: AnswerLetterProps) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const below = 3;
  const recommended = answer.recommended_doctor;

  return (
    <Card as="article" id={`answer-${answer.id}`} tabIndex={-1}>
      <Section title={common(`codes.answerOptionForPatient.${answer.option}`)} headingLevel={headingLevel}>
        <Stack gap={5}>
          <Text as="p" tone="muted" size="small">{t('letter.from', { doctor: answer.answered_by, day: format.dayLong(answer.answered_at) })}</Text>
          <Written>{answer.answer}</Written>
          {answer.question_answers.length > 0 && (
            <Section title={t('letter.questions')} headingLevel={below}>
              <Questions>
                {answer.question_answers.map(({ question_id, question, text }) => (
                  <li key={question_id}>
                    <Text strong>{question}</Text>
                    <Written>{text}</Written>
                  </li>
                ))}
              </Questions>
            </Section>
          )}
          {answer.reason && <Section title={t('letter.reason')} headingLevel={below}><Written>{answer.reason}</Written></Section>}
          {answer.next_step && <Section title={t('letter.nextStep')} headingLevel={below}><Written>{answer.next_step}</Written></Section>}
          {(recommended || answer.recommended_specialty) && (
            <Section title={t('letter.recommended')} headingLevel={below}>
              {recommended ? <p><strong>{recommended.name}</strong><br />{recommended.specialty}, {recommended.city}</p> : <p>{t('letter.specialty', { specialty: answer.recommended_specialty ?? '' })}</p>}
              {afterRecommendation}
            </Section>
          )}
          {answer.appointment && <Section title={t(titleOf(answer.appointment))} headingLevel={below}>{appointment ?? <AppointmentTimes appointment={answer.appointment} />}</Section>}
          {actions}
        </Stack>
      </Section>
    </Card>
  );
}
