// @bundle route
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { useGetSharedCaseQuery } from '@konsil/api/readers';
import {
  AnswerLetter,
  CaseTimeline,
  QuestionAnswers,
  shortDoctorName,
  TopicDetail,
  useFormFacts,
  useFormTopics,
} from '@konsil/cases';
import { anamnesisTopics } from '@konsil/contracts/codes';
import { fullName } from '@konsil/contracts/full-name';
import { topicText } from '@konsil/contracts/medication';
import type { SharedCase } from '@konsil/contracts/readers';
import { ReadDocuments } from '@konsil/documents';
import { useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { Alert, BackLink, Columns, DefinitionList, Page, PageTitle, Section, Stack, Text } from '@konsil/ui';
import { inPlainWords } from '../cases/in-plain-words.ts';
import { paths } from '../paths.ts';
import { readerTexts } from './texts.ts';

/**
 * A case of a person that somebody else shares, read-only. Readers who act for the person are led to the case itself.
 */
export function SharedCasePage() {
  const { t } = useTexts(readerTexts);
  const { readerId = '', caseId = '' } = useParams();
  const result = useGetSharedCaseQuery(caseId, { refetchOnMountOrArgChange: true });
  return (
    <Loaded
      result={result}
      gone={{ title: t('person.gone'), text: t('person.goneText') }}
      back={{ to: paths.sharedPerson(readerId), label: t('person.back') }}
      label={t('case.loading')}
      failed={t('case.failed')}
      width="wide"
    >
      {(theCase) =>
        theCase.role === 'act' ? (
          <Navigate to={paths.case(theCase.id)} replace />
        ) : (
          <Shown key={theCase.id} theCase={theCase} />
        )
      }
    </Loaded>
  );
}

const lines = (text: string): ReactNode => (
  <Text as="p" preserveLines>
    {text}
  </Text>
);

function Shown({ theCase }: { theCase: SharedCase }) {
  const { t } = useTexts(readerTexts);
  const { id, reader_id: reader, patient, shared_by: name, answers, doctor_name: doctor } = theCase;
  const person = fullName(patient);
  const path = paths.sharedCase(reader, id);
  return (
    <Page width="wide">
      <PageTitle
        back={<BackLink to={paths.sharedPerson(reader)}>{person}</BackLink>}
        lead={t('case.lead', { person, doctor: shortDoctorName(doctor), name })}
      >
        {theCase.case_name}
      </PageTitle>
      {theCase.unopened && <Alert>{t('case.unopened', { name })}</Alert>}
      <Columns>
        <Stack>
          {answers.length > 0 && (
            <Section title={t('case.answers')}>
              <Stack gap={4}>
                {answers.toReversed().map((answer) => (
                  <AnswerLetter
                    key={answer.id}
                    answer={answer}
                    headingLevel={3}
                    reader="doctor"
                    explained
                    documentPath={(document) => `${path}?document=${document}`}
                  />
                ))}
              </Stack>
            </Section>
          )}
          <Section title={t('case.documents')}>
            <ReadDocuments documents={theCase.documents} none={t('case.noDocuments')} />
          </Section>
          <About theCase={theCase} />
        </Stack>
        <Section title={t('case.timeline')}>
          <CaseTimeline
            theCase={{ ...theCase, doctor: { name: doctor } }}
            optionWords="answerOption"
            places={{ answer: (answer) => `${path}#answer-${answer}` }}
          />
        </Section>
      </Columns>
    </Page>
  );
}

function About({ theCase }: { theCase: SharedCase }) {
  const { t } = useTexts(readerTexts);
  const topicWord = useFormTopics();
  const formFacts = useFormFacts();
  const { diagnosis, medical_history: history, anamnesis, questions } = theCase;
  const given = anamnesisTopics.filter((topic) => topicText(anamnesis, topic));
  return (
    <Stack>
      <Section title={t('case.about')}>
        <DefinitionList
          items={[
            { key: 'diagnosis', term: t('case.diagnosis'), detail: lines(diagnosis) },
            { key: 'history', term: t('case.history'), detail: lines(history) },
            ...given.map((topic) => ({
              key: topic,
              term: topicWord(topic),
              detail: (
                <TopicDetail topic={topic} anamnesis={anamnesis} reader="patient">
                  {lines(anamnesis[topic])}
                </TopicDetail>
              ),
            })),
            ...formFacts(theCase.specialty_forms),
          ]}
        />
      </Section>
      {questions.length > 0 && (
        <Section title={t('case.questions')}>
          <QuestionAnswers questions={inPlainWords(theCase)} />
        </Section>
      )}
    </Stack>
  );
}
