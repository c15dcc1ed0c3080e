import { useGetAccountQuery } from '@konsil/api/account';
import { doctorName, shortDoctorName } from '@konsil/cases';
import { rulesOf } from '@konsil/contracts/answer-options';
import type { Dashboard } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { excerptOf, useFormat, useTexts } from '@konsil/i18n';
import {
  Avatar,
  Card,
  DocumentIcon,
  EpicrisisIcon,
  MessagesIcon,
  Row,
  Section,
  SeenIcon,
  Stack,
  Text,
  TextLink,
  TodosIcon,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { asksQuestion } from './asks-question.ts';
import { dashboardTexts } from './texts.ts';

type Newest = Dashboard['newest_answers'][number];

/** The newest answer: author, case, and an excerpt once it was read on its own page. */
function NewestAnswer({ newest }: { newest: Newest }) {
  const { t } = useTexts(dashboardTexts);
  const format = useFormat();
  const { data: account } = useGetAccountQuery();
  const { answer, case_name: name, option, patient } = newest;
  const kind = rulesOf(option).comesAs;
  const forOther = account?.own_patient && account.own_patient.id !== patient.id;
  return (
    <Section title={t(`newest.${kind}`)}>
      <Card>
        <Stack gap={3}>
          <Row gap={3} wrap={false}>
            <Avatar name={newest.answered_by} voice="doctor" />
            <Text as="p" tone="muted" size="small">
              {doctorName(newest.answered_by)}, {format.dayLong(newest.answered_at)}
            </Text>
          </Row>
          <p>
            {forOther
              ? t('answerForOther', { case: name, patient: fullName(patient) })
              : t('answerFor', { case: name })}
          </p>
          {answer === null ? (
            <p>{t(`there.${kind}`)}</p>
          ) : (
            <blockquote>{t('quote', { text: excerptOf(answer, 160) })}</blockquote>
          )}
          <TextLink standalone to={paths.answer(newest.case_id, newest.id)}>
            {t(`read.${kind}`)}
          </TextLink>
        </Stack>
      </Card>
    </Section>
  );
}

/** The side column: newest answer, new and open items, access log. */
export function DashboardSideColumn({
  dashboard: {
    needs_me: mine,
    cases,
    newest_answers: answers,
    open_todos: todos,
    unread_messages: unread,
    unread_summaries: summaries,
  },
}: {
  dashboard: Dashboard;
}) {
  const { t } = useTexts(dashboardTexts);
  const [newest] = answers;
  const first = mine[0]?.last_answer;
  // The card of the first case links to it already, or shows it.
  const isTold = mine[0] && first?.id === newest?.id && (first?.read_at === null || asksQuestion(mine[0]));
  return (
    <Stack gap={4}>
      {newest && !isTold && <NewestAnswer newest={newest} />}
      <Stack gap={1}>
        {[...mine, ...cases].map(
          ({ id, doctor, unread_documents: documents }) =>
            documents[0] && (
              <TextLink key={id} standalone to={paths.document(id, documents[0])}>
                <DocumentIcon />
                {t('documents', { count: documents.length, doctor: shortDoctorName(doctor.name) })}
              </TextLink>
            ),
        )}
        {summaries.map((patient) => (
          <TextLink key={patient.id} standalone to={paths.epicrisis(patient.id)}>
            <EpicrisisIcon />
            {t('summary', { name: fullName(patient) })}
          </TextLink>
        ))}
        {todos > 0 && (
          <TextLink standalone to={paths.todos}>
            <TodosIcon />
            {t('todos', { count: todos })}
          </TextLink>
        )}
        {unread > 0 && (
          <TextLink standalone to={paths.messages}>
            <MessagesIcon />
            {t('messages', { count: unread })}
          </TextLink>
        )}
        <TextLink standalone to={paths.privacy}>
          <SeenIcon />
          {t('whoSaw')}
        </TextLink>
      </Stack>
    </Stack>
  );
}
