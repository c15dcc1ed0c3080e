import { useNavigate } from 'react-router-dom';
import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useKindWords } from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { CaseThread, MessageForm, MessageOverview } from '@konsil/messages';
import { AddIcon, Alert, BackLink, ButtonLink, Letter, Page, PageTitle, Row, Section, Stack, Text } from '@konsil/ui';
import { CaseFrame, OfCase } from '../cases/CaseFrame.tsx';
import { paths } from '../paths.ts';
import { EmergencyNotice } from '../shared/EmergencyNotice.tsx';
import { messagePageTexts } from './texts.ts';

/** The messages of all cases. */
export function MessagesPage() {
  const { t } = useTexts(messagePageTexts);
  return (
    <Page>
      <PageTitle lead={t('chooseCase')}>{t('title')}</PageTitle>
      <MessageOverview hrefOf={({ case_id }) => paths.caseMessages(case_id)} emptyAction={<ButtonLink variant="secondary" to={paths.cases}>{t('cases')}</ButtonLink>} />
    </Page>
  );
}

/** The thread of one case. */
export function CaseMessagesPage() {
  return <CaseFrame tab="messages">{(theCase) => <ThreadOf theCase={theCase} />}</CaseFrame>;
}

function ThreadOf({ theCase: { id, last_request_at: sent } }: { theCase: ProcessOverview }) {
  const { t } = useTexts(messagePageTexts);
  if (!sent) return <Alert>{t('notYet')}</Alert>;
  return (
    <Stack gap={4}>
      <Row><ButtonLink to={paths.newMessage(id)} icon={<AddIcon />}>{t('new')}</ButtonLink></Row>
      <Section title={t('title')} titleHidden><CaseThread caseId={id} /></Section>
    </Stack>
  );
}

/** A new message in a case. */
export function NewMessagePage() {
  return <OfCase>{(theCase) => <NewMessage theCase={theCase} />}</OfCase>;
}

function NewMessage({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(messagePageTexts);
  const { kindOf } = useKindWords();
  const navigate = useNavigate();
  const { id, case_name: name, doctor, documents } = theCase;
  const asked = theCase.status === 'with_patient' ? theCase.answers.find(({ id: answerId, option }) => option === 'question_to_patient' && answerId === theCase.last_answer?.id) : undefined;
  const attachable = documents.filter(({ sent_at, archived_at }) => sent_at !== null && archived_at === null);
  return (
    <Page>
      <PageTitle back={<BackLink to={paths.caseMessages(id)}>{name}</BackLink>}>{t('new')}</PageTitle>
      {theCase.last_request_at === null ? <Alert>{t('notYet')}</Alert> : (
        <MessageForm
          caseId={id} to={doctor.name} subject={asked && t('replySubject')} onSent={() => void navigate(paths.caseMessages(id))}
          attachable={attachable.map((document) => ({ id: document.id, name: `${kindOf(document)} (${document.file_name})` }))}
        >
          {asked && <Letter>{asked.answer}</Letter>}
          <Text as="p" tone="muted">{t('reply', { doctor: shortDoctorName(doctor.name), count: doctor.reply_days })}</Text>
          <EmergencyNotice />
        </MessageForm>
      )}
    </Page>
  );
}
