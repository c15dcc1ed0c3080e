import type { ReactNode } from 'react';
import type { Role } from '@konsil/contracts/codes';
import { fullName } from '@konsil/contracts/full-name';
import { beginsWithGreeting, greetingOf } from '@konsil/contracts/greeting';
import type { PatientName } from '@konsil/contracts/patients';
import type { Answer } from '@konsil/contracts/requests';
import { languageOf, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Avatar, Badge, Card, Row, Section, Stack, Text } from '@konsil/ui';
import { AnswerContent } from './AnswerContent.tsx';
import { caseTexts } from './texts.ts';
import { useAuthor } from './use-author.ts';

export interface AnswerLetterProps {
  answer: Answer;
  headingLevel?: 2 | 3;
  /** The patient who reads it, to be greeted unless the doctor does so; missing for other readers. */
  patient?: PatientName | undefined;
  /** Replaces the plain list of times: a choice for the patient, or the accepted time. */
  appointment?: ReactNode;
  /** Shown below the recommended doctor, e.g. a button that hands the case over. */
  afterRecommendation?: ReactNode;
  /** The reader's side; a preview for the patient has none. */
  reader?: Role;
  /** For the patient: common medical terms can be pressed, and another language than the page's is named. */
  explained?: boolean;
  /** The patient's next steps, with dates. */
  steps?: ReactNode;
  /** The path of a document in this portal: pins lead to their place. */
  documentPath?: (documentId: string) => string;
  /** Shown below the letter. */
  actions?: ReactNode;
}

/** A whole answer as the patient reads it: kind, author, date and content. */
export function AnswerLetter({ answer, headingLevel = 2, patient, ...more }: AnswerLetterProps) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const author = useAuthor();
  const locale = useLocale();
  const language = languageOf(
    [
      answer.plain_words,
      answer.answer,
      answer.reason,
      answer.next_step,
      ...answer.question_answers.flatMap(({ text, plain_words: plain }) => [plain, text]),
    ].join('\n'),
  );
  const greets = patient && ![answer.plain_words ?? '', answer.answer].some(beginsWithGreeting);
  return (
    <Card as="article" id={`answer-${answer.id}`} tabIndex={-1}>
      <Section title={common(`codes.answerOptionForPatient.${answer.option}`)} headingLevel={headingLevel}>
        <Stack gap={5}>
          <Stack gap={2}>
            <Row gap={3} wrap={false}>
              <Avatar name={answer.answered_by} voice="doctor" />
              <Text as="p" tone="muted" size="small">
                {t('letter.from', { doctor: author(answer), day: format.dayLong(answer.answered_at) })}
              </Text>
            </Row>
            {answer.understood_at && (
              <Text as="p" tone="muted" size="small">
                {t('letter.understood', { day: format.dayLong(answer.understood_at) })}
              </Text>
            )}
            {more.explained && language && language !== locale && (
              <Row>
                <Badge>{t(`letter.writtenIn.${language}`)}</Badge>
              </Row>
            )}
          </Stack>
          {greets && <p lang={language}>{greetingOf(fullName(patient), language ?? locale)}</p>}
          <AnswerContent answer={answer} headingLevel={headingLevel === 2 ? 3 : 4} {...more} />
        </Stack>
      </Section>
    </Card>
  );
}
