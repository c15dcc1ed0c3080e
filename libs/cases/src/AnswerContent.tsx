// @bundle topics
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { Role } from '@konsil/contracts/codes';
import { pinnedParts } from '@konsil/contracts/pinned-text';
import type { Answer } from '@konsil/contracts/requests';
import { specialtyIn } from '@konsil/contracts/specialties';
import { languageOf, useLocale, useTexts } from '@konsil/i18n';
import { ChoiceChips, later, Section, Stack, Text } from '@konsil/ui';
import { AppointmentTimes } from './AppointmentTimes.tsx';
import { Questions, UserText } from './cases-parts.ts';
import { doctorName } from './doctor-name.ts';
import { caseTexts } from './texts.ts';

/** The id of an answer that is not sent yet. */
export const previewId = 'preview';

export interface AnswerContentProps {
  answer: Answer;
  /** Heading level of the parts inside. */
  headingLevel: 2 | 3 | 4;
  /** Common medical terms can be pressed for an explanation. */
  explained?: boolean;
  appointment?: ReactNode;
  afterRecommendation?: ReactNode;
  /** The patient's next steps, with dates. */
  steps?: ReactNode;
  actions?: ReactNode;
  /** The path of a document in this portal: pins lead to their place. */
  documentPath?: (documentId: string) => string;
  /** The side of the reader, who as a patient sees their own questions. */
  reader?: Role;
}

const AnswerMeasurements = later(() => import('./AnswerMeasurements.tsx').then((module) => module.AnswerMeasurements));
const CodeList = later(() => import('./CodeList.tsx').then((module) => module.CodeList));
const AnswerPins = later(() => import('./AnswerPins.tsx').then((module) => module.AnswerPins));
const PinMark = later(() => import('./PinMark.tsx').then((module) => module.PinMark));
const ExplainedText = later(() => import('./glossary/ExplainedText.tsx').then((module) => module.ExplainedText));

/** A text of the doctor. Its language is named for screen readers and the browser's translation. */
function DoctorsText({
  children,
  explained,
  answer,
  documentPath,
}: {
  children: string;
  explained: boolean;
  answer: Answer;
  documentPath: ((documentId: string) => string) | undefined;
}) {
  const pins = new Map((answer.pins ?? []).map((pin) => [pin.number, pin]));
  const marked = (text: string): ReactNode =>
    pins.size === 0
      ? text
      : pinnedParts(text, new Set(pins.keys())).map((part, index) => {
          if ('text' in part) return part.text;
          const [pin, words] = [pins.get(part.number), `[${part.number}]`];
          return pin ? (
            <Suspense key={index} fallback={words}>
              <PinMark pin={pin} answer={answer} documentPath={documentPath} canBeShown={answer.id !== previewId}>
                {words}
              </PinMark>
            </Suspense>
          ) : (
            words
          );
        });
  return (
    <UserText lang={languageOf(children)}>
      {explained ? (
        <Suspense fallback={children}>
          <ExplainedText text={children} marked={marked} meanwhile={children} />
        </Suspense>
      ) : (
        marked(children)
      )}
    </UserText>
  );
}

const titleOf = ({ accepted, cancelled }: NonNullable<Answer['appointment']>) =>
  cancelled ? 'letter.appointmentCancelled' : accepted ? 'letter.appointmentAccepted' : 'letter.appointment';

const registers = ['plain', 'medical', 'both'] as const;
/** True if the doctor wrote plain words for the whole answer or a question. */
const isInTwoRegisters = ({ plain_words: plain, question_answers: asked }: Answer) =>
  Boolean(plain) || asked.some(({ plain_words: words }) => words);

/** The body of an answer: the doctor's text, the answered questions and the next steps. */
export function AnswerContent({
  answer,
  headingLevel,
  explained = false,
  appointment,
  afterRecommendation,
  steps,
  actions,
  documentPath,
  reader = 'patient',
}: AnswerContentProps) {
  const told = { explained, answer, documentPath };
  const { t } = useTexts(caseTexts);
  const locale = useLocale();
  const recommended = answer.recommended_doctor;
  const [register, setRegister] = useState('both');
  return (
    <Stack gap={5}>
      {explained && isInTwoRegisters(answer) && (
        <ChoiceChips
          legend={t('letter.words.legend')}
          labelHidden
          name={`words-${answer.id}`}
          value={register}
          onChange={(event) => setRegister(event.currentTarget.value)}
          options={registers.map((value) => ({ value, label: t(`letter.words.${value}`) }))}
        />
      )}
      {answer.plain_words ? (
        <>
          {register !== 'medical' && (
            <Section title={t('letter.plainWords')} headingLevel={headingLevel}>
              <DoctorsText {...told} explained={false}>
                {answer.plain_words}
              </DoctorsText>
            </Section>
          )}
          {register !== 'plain' && (
            <Section title={t('letter.medicalWords')} headingLevel={headingLevel}>
              <DoctorsText {...told}>{answer.answer}</DoctorsText>
            </Section>
          )}
        </>
      ) : (
        <DoctorsText {...told}>{answer.answer}</DoctorsText>
      )}
      {answer.question_answers.length > 0 && (
        <Section title={t(`letter.questions.${reader}`)} headingLevel={headingLevel}>
          <Questions>
            {answer.question_answers.map(({ question_id, question, text, plain_words: plain }) => (
              <li key={question_id}>
                <Text strong>{question}</Text>
                {plain && register !== 'medical' && (
                  <DoctorsText {...told} explained={false}>
                    {plain}
                  </DoctorsText>
                )}
                {plain && register === 'both' && (
                  <Text tone="muted" size="small">
                    {t('letter.medicalWords')}
                  </Text>
                )}
                {(!plain || register !== 'plain') && <DoctorsText {...told}>{text}</DoctorsText>}
              </li>
            ))}
          </Questions>
        </Section>
      )}
      {answer.reason && (
        <Section title={t('letter.reason')} headingLevel={headingLevel}>
          <DoctorsText {...told}>{answer.reason}</DoctorsText>
        </Section>
      )}
      {answer.next_step && (
        <Section title={t('letter.nextStep')} headingLevel={headingLevel}>
          <DoctorsText {...told}>{answer.next_step}</DoctorsText>
        </Section>
      )}
      {answer.codes && (
        <Section title={t('letter.codes')} headingLevel={headingLevel}>
          <Suspense fallback={null}>
            <CodeList codes={answer.codes} />
          </Suspense>
        </Section>
      )}
      {answer.pins && (
        <Suspense fallback={null}>
          <AnswerPins
            answer={answer}
            headingLevel={headingLevel}
            documentPath={documentPath}
            canBeShown={answer.id !== previewId}
          />
        </Suspense>
      )}
      {answer.measurements && (
        <Suspense fallback={null}>
          <AnswerMeasurements answer={answer} headingLevel={headingLevel} canBeShown={answer.id !== previewId} />
        </Suspense>
      )}
      {(recommended || answer.recommended_specialty) && (
        <Section title={t('letter.recommended')} headingLevel={headingLevel}>
          {recommended ? (
            <p>
              <strong>{doctorName(recommended.name)}</strong>
              <br />
              {specialtyIn(recommended.specialty, locale)}, {recommended.city}
            </p>
          ) : (
            <p>{t('letter.specialty', { specialty: specialtyIn(answer.recommended_specialty ?? '', locale) })}</p>
          )}
          {afterRecommendation}
        </Section>
      )}
      {answer.appointment && (
        <Section title={t(titleOf(answer.appointment))} headingLevel={headingLevel}>
          {appointment ?? <AppointmentTimes appointment={answer.appointment} />}
        </Section>
      )}
      {steps}
      {actions}
    </Stack>
  );
}
