import { lazy, Suspense, useState, useTransition } from 'react';
import { useReadAnswerMutation } from '@konsil/api/requests';
import { NextStepCard, shortDoctorName, type NextStepCardProps } from '@konsil/cases';
import type { CaseSummary, OpenQuestion } from '@konsil/contracts/cases';
import { languageOf, useFormat, useTexts } from '@konsil/i18n';
import { Avatar, Button, Letter, MessagesIcon, Row, Stack, Text, useSeen } from '@konsil/ui';
import { messagePageTexts } from './texts.ts';

const QuestionReply = lazy(async () => ({ default: (await import('./QuestionReply.tsx')).QuestionReply }));

type Props = Omit<NextStepCardProps, 'action' | 'aside' | 'title' | 'theCase'> & {
  theCase: CaseSummary;
  question: OpenQuestion;
};

/** The next step of a case whose doctor asks something: the question with its day, and the reply in its place. */
export function QuestionCard({ question, ...card }: Props) {
  const { t } = useTexts(messagePageTexts);
  const format = useFormat();
  const { theCase } = card;
  const [isReplying, setReplying] = useState(false);
  const [isOpening, open] = useTransition();
  const [isSent, setSent] = useState(false);
  const [markRead] = useReadAnswerMutation();
  const text = useSeen<HTMLDivElement>(
    question.read_at === null,
    () => void markRead({ id: question.id, caseId: theCase.id }),
  );
  return (
    <NextStepCard
      {...card}
      step={{ key: 'answerQuestion', place: 'message' }}
      action={
        isReplying ? (
          <></>
        ) : (
          <Button icon={<MessagesIcon />} busy={isOpening} onClick={() => open(() => setReplying(true))}>
            {t('replyHere')}
          </Button>
        )
      }
      aside={
        <Stack gap={4}>
          <div ref={text}>
            <Row gap={3} wrap={false}>
              <Avatar name={question.answered_by} voice="doctor" />
              <Text as="p" size="small">
                {t('askedOn', { day: format.dayLong(question.answered_at) })}
              </Text>
            </Row>
            <Letter>
              <span lang={languageOf(question.answer)}>{question.answer}</span>
            </Letter>
          </div>
          {isReplying && (
            <Suspense>
              <QuestionReply
                theCase={theCase}
                onSent={() => {
                  setReplying(false);
                  setSent(true);
                }}
              />
            </Suspense>
          )}
          <p role="status">
            {isSent && !isReplying && t('replySent', { doctor: shortDoctorName(theCase.doctor.name) })}
          </p>
        </Stack>
      }
    />
  );
}
