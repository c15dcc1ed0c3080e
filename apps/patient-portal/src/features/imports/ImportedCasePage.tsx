// @bundle route
import { useParams } from 'react-router-dom';
import { useGetImportedCaseQuery } from '@konsil/api/imports';
import { LongText, useFormFacts, usePlaceWords } from '@konsil/cases';
import { codeLine } from '@konsil/contracts/code-words';
import { anamnesisTopics } from '@konsil/contracts/codes';
import type { ImportedCase } from '@konsil/contracts/imports';
import { topicText } from '@konsil/contracts/medication';
import { contentBeyondTitle } from '@konsil/contracts/todo-content';
import { useCommon, useDocumentDate, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import {
  Alert,
  BackLink,
  Badge,
  Button,
  Card,
  DefinitionList,
  DownloadIcon,
  List,
  ListRow,
  Page,
  PageTitle,
  Row,
  Section,
  Stack,
  Text,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { importTexts } from './texts.ts';
import { useDownload } from './use-download.ts';

/** An imported case, read-only. */
export function ImportedCasePage() {
  const { t } = useTexts(importTexts);
  const { importId = '', place = '' } = useParams();
  const result = useGetImportedCaseQuery({ id: importId, place });
  return (
    <Loaded result={result} gone={{ title: t('gone') }} back={{ to: paths.patients, label: t('toPeople') }}>
      {(shown) => <Shown shown={shown} />}
    </Loaded>
  );
}

function Shown({ shown }: { shown: ImportedCase }) {
  const { t } = useTexts(importTexts);
  const format = useFormat();
  const { case: theCase, host, made_at: made, import: of } = shown;
  return (
    <Page>
      <PageTitle
        back={<BackLink to={paths.import(of.id)}>{t('takenTitle')}</BackLink>}
        lead={[theCase.doctor.name, theCase.doctor.specialty, format.day(theCase.created_at)]
          .filter(Boolean)
          .join(' · ')}
      >
        {theCase.case_name}
      </PageTitle>
      <Stack>
        <Alert title={t('case.marked')}>
          {t('case.source', {
            host: host || t('unknownHost'),
            made: format.dayLong(made),
            taken: format.dayLong(of.taken_at ?? made),
          })}
        </Alert>
        <Concern theCase={theCase} />
        <Conversation theCase={theCase} />
        <Todos theCase={theCase} />
        <Documents shown={shown} />
      </Stack>
    </Page>
  );
}

type CaseProps = { theCase: ImportedCase['case'] };

function Concern({ theCase }: CaseProps) {
  const { t } = useTexts(importTexts);
  const { t: common } = useCommon();
  const formFacts = useFormFacts();
  const fact = (key: string, term: string, text: string | null) =>
    text ? [{ key, term, detail: <LongText>{text}</LongText> }] : [];
  return (
    <Section title={t('case.concern')}>
      <Card>
        <DefinitionList
          items={[
            ...fact('diagnosis', t('case.diagnosis'), theCase.diagnosis),
            ...fact('history', t('case.history'), theCase.medical_history),
            ...anamnesisTopics.flatMap((topic) =>
              fact(topic, common(`codes.anamnesisTopic.${topic}`), topicText(theCase.anamnesis, topic)),
            ),
            ...formFacts(theCase.specialty_forms),
            ...theCase.questions.flatMap(({ text, answer }, at) =>
              fact(`question-${at}`, text, answer ?? t('case.unanswered')),
            ),
          ]}
        />
      </Card>
    </Section>
  );
}

/** Requests, answers and messages in the order in which they were sent. */
function Conversation({ theCase }: CaseProps) {
  const { t } = useTexts(importTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const { placeFacts } = usePlaceWords();
  const steps = [
    ...theCase.requests.map(({ sent_at: at, sent_by: by, note }) => ({
      at,
      by,
      title: t('case.request'),
      facts: [{ term: '', text: note }],
    })),
    ...theCase.messages.map(({ sent_at: at, sender, to, subject, message }) => ({
      at,
      by: `${sender.name} → ${to.name}`,
      title: subject,
      facts: [{ term: '', text: message }],
    })),
    ...theCase.answers.map((answer) => ({
      at: answer.answered_at,
      by: answer.answered_by,
      title: t('case.answer', { option: common(`codes.answerOptionForPatient.${answer.option}`) }),
      facts: answerFacts(answer),
    })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
  function answerFacts(answer: ImportedCase['case']['answers'][number]) {
    const { recommended_doctor: doctor, appointment } = answer;
    return [
      { term: t('case.plainWords'), text: answer.plain_words ?? null },
      { term: '', text: answer.answer },
      ...answer.question_answers.flatMap(({ question, text, plain_words: plain }) =>
        plain
          ? [
              { term: question, text: plain },
              { term: t('case.medicalWords'), text },
            ]
          : [{ term: question, text }],
      ),
      { term: t('case.reason'), text: answer.reason },
      { term: t('case.nextStep'), text: answer.next_step },
      { term: t('case.codes'), text: answer.codes?.map((code) => codeLine(code, locale)).join('\n') ?? null },
      ...placeFacts(answer),
      {
        term: t('case.recommended'),
        text: doctor
          ? [doctor.name, doctor.specialty, doctor.city].filter(Boolean).join(', ')
          : answer.recommended_specialty,
      },
      { term: t('case.place'), text: appointment?.place ?? null },
    ];
  }
  if (steps.length === 0) return null;
  return (
    <Section title={t('case.conversation')}>
      <Stack gap={3}>
        {steps.map((step, at) => (
          <Step
            key={at}
            {...step}
            times={theCase.answers.find(({ answered_at: when }) => when === step.at)?.appointment}
          />
        ))}
      </Stack>
    </Section>
  );
}

interface StepProps {
  at: string;
  by: string;
  title: string;
  facts: { term: string; text: string | null }[];
  times?: ImportedCase['case']['answers'][number]['appointment'] | undefined;
}

function Step({ at, by, title, facts, times }: StepProps) {
  const { t } = useTexts(importTexts);
  const format = useFormat();
  const told = facts.filter((fact): fact is { term: string; text: string } => Boolean(fact.text));
  const named = [
    ...told
      .filter(({ term }) => term !== '')
      .map(({ term, text }, at) => ({ key: `${at} ${term}`, term, detail: <LongText>{text}</LongText> })),
    ...(times
      ? [
          {
            key: 'times',
            term: t(times.cancelled ? 'case.cancelled' : times.accepted ? 'case.accepted' : 'case.proposed'),
            detail: (times.accepted ? [times.accepted] : times.proposed).map(format.placeMoment).join('; '),
          },
        ]
      : []),
  ];
  return (
    <Card as="article">
      <Section title={title} headingLevel={3}>
        <Stack gap={3}>
          <Text as="p" tone="muted" size="small">
            {by}, {format.momentWithin(at)}
          </Text>
          {told
            .filter(({ term }) => term === '')
            .map(({ text }) => (
              <LongText key={text}>{text}</LongText>
            ))}
          {named.length > 0 && <DefinitionList items={named} />}
        </Stack>
      </Section>
    </Card>
  );
}

function Todos({ theCase: { todos } }: CaseProps) {
  const { t } = useTexts(importTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  if (todos.length === 0) return null;
  return (
    <Section title={t('case.todos')}>
      <List>
        {todos.map((todo, at) => (
          <ListRow
            key={at}
            title={
              todo.title_code === 'other' || todo.title_code === 'none'
                ? todo.title
                : common(`codes.todoTitle.${todo.title_code}`)
            }
            detail={[
              contentBeyondTitle(todo),
              todo.completed_at
                ? t(todo.dropped ? 'case.dropped' : 'case.done', { day: format.day(todo.completed_at) })
                : t('case.until', { day: format.day(todo.deadline) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        ))}
      </List>
    </Section>
  );
}

function Documents({ shown: { documents, import: of } }: { shown: ImportedCase }) {
  const { t } = useTexts(importTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const dateOf = useDocumentDate();
  const { download, busy } = useDownload(of.id);
  if (documents.length === 0) return null;
  return (
    <Section title={t('case.documents')}>
      <List>
        {documents.map((document) => {
          const { id, file_name: name, medical_kind_code: kind, place } = document;
          return (
            <ListRow
              key={id}
              title={name}
              detail={[
                kind ? common(`codes.medicalKind.${kind}`) : document.document_medical_kind,
                document.source_name,
                dateOf(document),
                format.size(document.size),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              <Row>
                {place === null ? (
                  <Text tone="muted" size="small">
                    {t('case.noFile')}
                  </Text>
                ) : (
                  <Button
                    variant="secondary"
                    size="small"
                    icon={<DownloadIcon />}
                    busy={busy === String(place)}
                    aria-label={t('downloadNamed', { name })}
                    onClick={() => void download(String(place))}
                  >
                    {t('download')}
                  </Button>
                )}
                {document.known && <Badge>{t('case.knownFile')}</Badge>}
              </Row>
            </ListRow>
          );
        })}
      </List>
    </Section>
  );
}
