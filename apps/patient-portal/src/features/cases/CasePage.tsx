import { useParams } from 'react-router-dom';
import { useGetSettingsQuery } from '@konsil/api/account';
import { CaseFacts, CaseTimeline, QuestionAnswers } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useCommon, useTexts } from '@konsil/i18n';
import { Card, Columns, later, Section, Stack, TextLink } from '@konsil/ui';
import { paths } from '../paths.ts';
import { Pools } from './Pools.tsx';
import { Assistants } from './Assistants.tsx';
import { CaseAnswers } from './CaseAnswers.tsx';
import { CaseFrame } from './CaseFrame.tsx';
import { CaseStanding, useOwnTodos } from './CaseStanding.tsx';
import { Deputies } from './Deputies.tsx';
import { inPlainWords } from './in-plain-words.ts';
import { SecondLooks } from './SecondLooks.tsx';
import { casePageTexts } from './texts.ts';

// Last on the page, so that nothing moves when it comes.
const CaseEnd = later(() => import('./CaseEnd.tsx').then((m) => m.CaseEnd));

/** The overview of a case: whose turn, answers, events, contents. */
export function CasePage() {
  // The page waits for the next step and for the sentence about notifications, because they would shift everything
  // below.
  const todos = useOwnTodos(useParams().caseId ?? '');
  const settings = useGetSettingsQuery();
  return (
    <CaseFrame
      tab="overview"
      waits={todos.isLoading || settings.isLoading}
      standing={(theCase) => (
        <>
          <Deputies theCase={theCase} />
          <SecondLooks theCase={theCase} />
          <CaseStanding theCase={theCase} />
          <Assistants theCase={theCase} />
          <Pools theCase={theCase} />
        </>
      )}
    >
      {(theCase) => (
        <Columns>
          <Stack>
            <CaseAnswers theCase={theCase} />
            <Story theCase={theCase} />
          </Stack>
          <About theCase={theCase} />
        </Columns>
      )}
    </CaseFrame>
  );
}

function Story({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const { id } = theCase;
  return (
    <Section title={t('page.story')}>
      <CaseTimeline
        theCase={theCase}
        optionWords="answerOptionForPatient"
        unsent={theCase.new_documents}
        shownAnswer={theCase.last_answer?.id}
        places={{
          answer: (answerId) => paths.answer(id, answerId),
          messages: paths.caseMessages(id),
          todos: paths.caseTodos(id),
          documents: paths.documents(id),
          ...(!theCase.acting && { epicrisis: paths.epicrisis(theCase.patient.id) }),
          formOf: (kind) => (kind === 'message' ? paths.newMessage(id) : paths.send(id)),
        }}
      />
    </Section>
  );
}

function About({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const change = (
    <TextLink to={paths.caseForms(theCase.id)} aria-label={t('page.forms')}>
      {common('words.change')}
    </TextLink>
  );
  return (
    <Stack gap={5}>
      <Card>
        <Section title={t('page.about')} action={change}>
          <CaseFacts theCase={theCase} />
        </Section>
      </Card>
      {theCase.questions.length > 0 && (
        <Card>
          <Section title={t('page.questions')}>
            <QuestionAnswers questions={inPlainWords(theCase)} />
          </Section>
        </Card>
      )}
      <CaseEnd theCase={theCase} />
    </Stack>
  );
}
