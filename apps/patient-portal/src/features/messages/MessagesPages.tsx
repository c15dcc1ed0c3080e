import { useCallback, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { doctorName, shortDoctorName } from '@konsil/cases';
import { EmergencyNotice, useNavigateFromHere } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { CaseThread, MessageForm, MessageOverview, useMessageDraft } from '@konsil/messages';
import {
  AddIcon,
  Alert,
  BackLink,
  ButtonLink,
  Letter,
  Page,
  PageTitle,
  Row,
  Section,
  Stack,
  Text,
  useWide,
} from '@konsil/ui';
import { CaseFrame, WithCase } from '../cases/CaseFrame.tsx';
import { doctorReadsMessages } from '../cases/place-of.ts';
import { paths } from '../paths.ts';
import { sentOf, useAttachable } from './attachable.ts';
import { openQuestion, waitingAnswer } from './open-question.ts';
import { OpenThread } from './OpenThread.tsx';
import { messagePageTexts } from './texts.ts';

/** The request for documents that the patient may not have. */
const missingDocuments = (theCase: ProcessOverview) =>
  waitingAnswer(theCase, ({ reply }) => reply?.when === 'without_documents');

/** The label of the next message: answer to the question, or new message. */
const useNextMessage = (theCase: ProcessOverview): string => {
  const { t } = useTexts(messagePageTexts);
  const { t: common } = useCommon();
  return openQuestion(theCase) ? common('codes.todoTitle.answer_question') : t('new');
};

/** The messages of all cases; where there is room, the thread of the case in the URL is beside them. */
export function MessagesPage() {
  const { t } = useTexts(messagePageTexts);
  const wide = useWide();
  const [params] = useSearchParams();
  const openCase = params.get('case') ?? undefined;
  if (openCase && !wide) return <Navigate to={paths.caseMessages(openCase)} replace />;
  const openBeside = (caseId: string) => {
    const next = new URLSearchParams(params);
    next.set('case', caseId);
    return `${paths.messages}?${next.toString()}`;
  };
  return (
    <Page width={wide ? 'wide' : 'column'}>
      <PageTitle
        actions={
          <ButtonLink to={paths.writeMessage} icon={<AddIcon />}>
            {t('new')}
          </ButtonLink>
        }
      >
        {t('title')}
      </PageTitle>
      <MessageOverview
        hrefOf={({ case_id: id }) => (wide ? openBeside(id) : paths.caseMessages(id))}
        beside={
          wide && (
            <OpenThread caseId={openCase}>{(theCase) => <ThreadOf theCase={theCase} headingLevel={3} />}</OpenThread>
          )
        }
        openCase={openCase}
        emptyAction={
          <ButtonLink variant="secondary" to={paths.cases}>
            {t('cases')}
          </ButtonLink>
        }
      />
    </Page>
  );
}

/** The thread of one case. */
export function CaseMessagesPage() {
  return <CaseFrame tab="messages">{(theCase) => <ThreadOf theCase={theCase} />}</CaseFrame>;
}

function ThreadOf({ theCase, headingLevel = 2 }: { theCase: ProcessOverview; headingLevel?: 2 | 3 }) {
  const { t } = useTexts(messagePageTexts);
  const { id, last_request_at: sent, doctor, documents } = theCase;
  const attachable = useAttachable();
  const [isLoaded, setLoaded] = useState(false);
  const onLoaded = useCallback(() => setLoaded(true), []);
  if (!sent) return <Alert>{t('notYet')}</Alert>;
  return (
    <Stack gap={5}>
      {theCase.shared && doctor.left && <Alert>{t('left', { doctor: doctor.name })}</Alert>}
      <Section title={t('title')} titleHidden headingLevel={headingLevel}>
        <CaseThread
          caseId={id}
          documents={documents.map(attachable)}
          formPath={paths.newMessage(id)}
          conversation
          onLoaded={onLoaded}
        />
      </Section>
      {isLoaded && doctorReadsMessages(theCase) && <Composer theCase={theCase} headingLevel={headingLevel} />}
    </Stack>
  );
}

/** Writes the next message below the conversation. */
function Composer({ theCase, headingLevel }: { theCase: ProcessOverview; headingLevel: 2 | 3 }) {
  const { t } = useTexts(messagePageTexts);
  const attachable = useAttachable();
  const draft = useMessageDraft(theCase.id);
  const next = useNextMessage(theCase);
  const question = openQuestion(theCase);
  const { id, doctor } = theCase;
  return (
    <Section title={next} headingLevel={headingLevel}>
      <Stack gap={4}>
        {question && <Letter>{question.answer}</Letter>}
        <MessageForm
          composer
          caseId={id}
          draft={draft}
          to={doctorName(doctor.name)}
          title={next}
          attachable={sentOf(theCase).map(attachable)}
          {...(question && { subject: t('replySubject') })}
        >
          <Text as="p" tone="muted">
            {t('reply', { doctor: shortDoctorName(doctor.name), count: doctor.reply_days })}
          </Text>
        </MessageForm>
        {missingDocuments(theCase) && (
          <Row>
            <ButtonLink variant="secondary" to={paths.withoutDocuments(id)}>
              {t('without.title')}
            </ButtonLink>
          </Row>
        )}
        <EmergencyNotice />
      </Stack>
    </Section>
  );
}

/** A new message in a case. */
export function NewMessagePage() {
  return <WithCase>{(theCase) => <NewMessage theCase={theCase} />}</WithCase>;
}

function NewMessage({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(messagePageTexts);
  const format = useFormat();
  const attachable = useAttachable();
  const navigate = useNavigateFromHere();
  const draft = useMessageDraft(theCase.id);
  const { id, case_name: name, doctor } = theCase;
  const [params] = useSearchParams();
  // Opened from there to say that the requested documents are not available.
  const missing = params.get('without') === 'documents' ? missingDocuments(theCase) : undefined;
  const question = openQuestion(theCase);
  // Opened from an answer to reply to it.
  const replied = theCase.answers.find((answer) => answer.id === params.get('reply'));
  const about = missing ?? question ?? replied;
  const next = useNextMessage(theCase);
  const title = missing ? t('without.title') : next;
  const subject = missing
    ? t('without.subject')
    : question
      ? t('replySubject')
      : replied && t('aboutAnswer', { day: format.day(replied.answered_at) });
  return (
    <Page>
      <PageTitle back={<BackLink to={paths.caseMessages(id)}>{name}</BackLink>}>{title}</PageTitle>
      {!doctorReadsMessages(theCase) ? (
        <Alert>
          {!theCase.last_request_at ? t('notYet') : t(theCase.shared ? 'left' : 'withdrawn', { doctor: doctor.name })}
        </Alert>
      ) : (
        <MessageForm
          caseId={id}
          draft={draft}
          to={doctorName(doctor.name)}
          title={title}
          subject={subject}
          also={missing && { without_documents: true }}
          onSent={() => navigate(paths.caseMessages(id))}
          attachable={sentOf(theCase).map(attachable)}
        >
          {about && <Letter>{about.answer}</Letter>}
          {missing && <p>{t('without.effect', { doctor: shortDoctorName(doctor.name) })}</p>}
          <Text as="p" tone="muted">
            {t('reply', { doctor: shortDoctorName(doctor.name), count: doctor.reply_days })}
          </Text>
          <EmergencyNotice />
        </MessageForm>
      )}
    </Page>
  );
}
