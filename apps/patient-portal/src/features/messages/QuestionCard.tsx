import { useState } from 'react';
import { useReadAnswerMutation } from '@konsil/api/requests';
import { doctorName, NextStepCard, shortDoctorName, type NextStepCardProps } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { languageOf, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { MessageForm, useMessageDraft } from '@konsil/messages';
import { Avatar, Button, Letter, MessagesIcon, Row, Stack, Text, useSeen } from '@konsil/ui';
import { sentOf, useAttachable } from './attachable.ts';
import { openQuestion } from './open-question.ts';
import { messagePageTexts } from './texts.ts';

type Props = Omit<NextStepCardProps, 'action' | 'aside' | 'title'> & {
  /** The whole case of the question. */
  asked: ProcessOverview;
};

/** The next step of a case whose doctor asks something: the question with its day, and the reply in its place. */
export function QuestionCard({ asked, ...card }: Props) {
  const { t } = useTexts(messagePageTexts);
  const format = useFormat();
  const question = openQuestion(asked);
  const [isReplying, setReplying] = useState(false);
  const [isSent, setSent] = useState(false);
  const [markRead] = useReadAnswerMutation();
  const text = useSeen<HTMLDivElement>(
    question?.read_at === null,
    () => question && void markRead({ id: question.id, caseId: asked.id }),
  );
  if (!question) return <NextStepCard {...card} />;
  return (
    <NextStepCard
      {...card}
      step={{ key: 'answerQuestion', place: 'message' }}
      action={
        isReplying ? (
          <></>
        ) : (
          <Button icon={<MessagesIcon />} onClick={() => setReplying(true)}>
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
            <Reply
              asked={asked}
              onSent={() => {
                setReplying(false);
                setSent(true);
              }}
            />
          )}
          <p role="status">{isSent && !isReplying && t('replySent', { doctor: shortDoctorName(asked.doctor.name) })}</p>
        </Stack>
      }
    />
  );
}

/** The form of the reply; its field takes the focus, because the button that opened it is gone. */
function Reply({ asked, onSent }: { asked: ProcessOverview; onSent: () => void }) {
  const { t } = useTexts(messagePageTexts);
  const { t: common } = useCommon();
  const attachable = useAttachable();
  const draft = useMessageDraft(asked.id);
  const { doctor } = asked;
  return (
    <MessageForm
      composer
      focused
      caseId={asked.id}
      draft={draft}
      to={doctorName(doctor.name)}
      title={common('codes.todoTitle.answer_question')}
      subject={t('replySubject')}
      attachable={sentOf(asked).map(attachable)}
      onSent={onSent}
    >
      <Text as="p" tone="muted">
        {t('reply', { doctor: shortDoctorName(doctor.name), count: doctor.reply_days })}
      </Text>
    </MessageForm>
  );
}
