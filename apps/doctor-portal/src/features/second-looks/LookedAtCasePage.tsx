import { useAnswerSecondLookMutation, useGetLookedAtCaseQuery } from '@konsil/api/second-looks';
import { QuestionAnswers, shortDoctorName, TopicDetail, useFormTopics } from '@konsil/cases';
import { anamnesisTopics } from '@konsil/contracts/codes';
import { fullName } from '@konsil/contracts/full-name';
import { topicText } from '@konsil/contracts/medication';
import { answerSecondLookSchema, type LookedAtCase } from '@konsil/contracts/second-looks';
import { ReadDocuments } from '@konsil/documents';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import {
  BackLink,
  Button,
  Card,
  Columns,
  DefinitionList,
  ErrorSummary,
  Form,
  FormActions,
  Page,
  PageTitle,
  Section,
  Stack,
  Text,
  TextArea,
  useToast,
} from '@konsil/ui';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { paths } from '../paths';
import { secondLookTexts } from './texts';

/** A colleague's case, to read and to reply to the colleague. */
export default function LookedAtCasePage() {
  const { lookId = '' } = useParams();
  const { t } = useTexts(secondLookTexts);
  const result = useGetLookedAtCaseQuery(lookId, { refetchOnMountOrArgChange: true });
  return (
    <Loaded
      result={result}
      gone={{ title: t('page.gone'), text: t('page.goneText') }}
      back={{ to: paths.secondLooks, label: t('page.back') }}
      label={t('page.loading')}
      failed={t('page.failed')}
      width="wide"
    >
      {(look) => <Shown key={look.id} look={look} />}
    </Loaded>
  );
}

const lines = (text: string): ReactNode => (
  <Text as="p" preserveLines>
    {text}
  </Text>
);

function Shown({ look }: { look: LookedAtCase }) {
  const { t } = useTexts(secondLookTexts);
  const format = useFormat();
  const doctor = shortDoctorName(look.asked_by);
  return (
    <Page width="wide">
      <PageTitle
        back={<BackLink to={paths.secondLooks}>{t('page.back')}</BackLink>}
        lead={t('page.lead', { patient: fullName(look.patient), day: format.day(look.patient.date_of_birth) })}
      >
        {look.case_name}
      </PageTitle>
      <Columns>
        <Stack>
          <Card>
            <Section title={t('page.question', { doctor })}>{lines(look.question)}</Section>
          </Card>
          <Section title={t('page.documents')}>
            <ReadDocuments documents={look.documents} none={t('page.noDocuments')} opensFirst />
          </Section>
          <About look={look} />
        </Stack>
        <Card>
          <Reply look={look} />
        </Card>
      </Columns>
    </Page>
  );
}

function About({ look }: { look: LookedAtCase }) {
  const { t } = useTexts(secondLookTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const topicWord = useFormTopics();
  const given = anamnesisTopics.filter((topic) => topicText(look.anamnesis, topic));
  return (
    <Stack>
      <Section title={t('page.about')}>
        <DefinitionList
          items={[
            { key: 'diagnosis', term: t('page.diagnosis'), detail: lines(look.diagnosis) },
            { key: 'history', term: t('page.history'), detail: lines(look.medical_history) },
            ...given.map((topic) => ({
              key: topic,
              term: topicWord(topic),
              detail: (
                <TopicDetail topic={topic} anamnesis={look.anamnesis} reader="doctor">
                  {lines(look.anamnesis[topic])}
                </TopicDetail>
              ),
            })),
            ...look.notes.map(({ text, sent_at: at }) => ({
              key: at,
              term: `${t('page.notes')}, ${format.day(at)}`,
              detail: lines(text),
            })),
          ]}
        />
      </Section>
      {look.questions.length > 0 && (
        <Section title={t('page.questions')}>
          <QuestionAnswers questions={look.questions} />
        </Section>
      )}
      {look.answers.length > 0 && (
        <Section title={t('page.answers')}>
          <DefinitionList
            items={look.answers.map(({ id, option, answered_at: at, answered_by: by, answer }) => ({
              key: id,
              term: [common(`codes.answerOption.${option}`), shortDoctorName(by), format.day(at)].join(' · '),
              detail: lines(answer),
            }))}
          />
        </Section>
      )}
    </Stack>
  );
}

function Reply({ look }: { look: LookedAtCase }) {
  const { t } = useTexts(secondLookTexts);
  const format = useFormat();
  const toast = useToast();
  const navigate = useNavigate();
  const [send] = useAnswerSecondLookMutation();
  const doctor = shortDoctorName(look.asked_by);
  const { field, onSubmit, summary, busy } = useZodForm({
    schema: answerSecondLookSchema,
    defaultValues: { answer: '' },
    act: async (body) => {
      await send({ id: look.id, body }).unwrap();
      toast({ text: t('page.sent', { doctor }), tone: 'success' });
      void navigate(paths.secondLooks);
    },
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      <TextArea
        label={t('page.answer', { doctor })}
        hint={t('page.answerHint', { doctor, patient: fullName(look.patient) })}
        rows={10}
        {...field('answer')}
      />
      <FormActions>
        <Button type="submit" busy={busy}>
          {t('page.send')}
        </Button>
      </FormActions>
      <Text as="p" tone="muted" size="small">
        {t('page.until', { day: format.day(look.until) })}
      </Text>
    </Form>
  );
}
