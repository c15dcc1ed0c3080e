// @bundle route
import { useListAssistedCasesQuery, useListPracticesQuery } from '@konsil/api/assistants';
import { CaseTurnPill, doctorTurn, shortDoctorName } from '@konsil/cases';
import { LoadFailed, Waiting } from '@konsil/common';
import type { Practice } from '@konsil/contracts/assistant-states';
import type { CaseSummary } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { practiceToday, useFormat, useTexts } from '@konsil/i18n';
import {
  EmptyState,
  InboxIcon,
  List,
  ListLinkRow,
  Page,
  PageTitle,
  Section,
  Stack,
  SearchField,
  TabLinks,
} from '@konsil/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../paths';
import { Invitation, LeavePractice } from './Practices';
import { assistantTexts } from './texts';

/** Below that, a list is seen at a glance. */
const searchFrom = 6;

/** The start page of an assistant: invitations, and the cases of one doctor at a time. */
export default function AssistantPage() {
  const { t } = useTexts(assistantTexts);
  const { data, error, refetch } = useListPracticesQuery();
  const [params] = useSearchParams();
  const open = data?.filter(({ state }) => state === 'open') ?? [];
  const shown = open.find(({ id }) => id === params.get('for')) ?? open[0];
  return (
    <Page width="wide">
      <PageTitle lead={t('home.lead')}>{t('home.title')}</PageTitle>
      {!data && !error && <Waiting label={t('home.loading')} rows={4} />}
      {!data && error && (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('home.failed')}
        </LoadFailed>
      )}
      {data
        ?.filter(({ state }) => state === 'invited')
        .map((practice) => (
          <Invitation key={practice.id} practice={practice} />
        ))}
      {open.length > 1 && (
        <TabLinks
          label={t('home.whose')}
          items={open.map(({ id, doctor }) => ({
            to: `${paths.inbox}?for=${id}`,
            label: t('home.for', { doctor: shortDoctorName(doctor.name) }),
            current: id === shown?.id,
          }))}
        />
      )}
      {data && !shown && (
        <EmptyState icon={<InboxIcon />}>
          <strong>{t('home.nobody')}</strong> {t('home.nobodyText')}
        </EmptyState>
      )}
      {shown && <Cases key={shown.id} practice={shown} />}
    </Page>
  );
}

const isFound = ({ patient, case_name: name }: CaseSummary, typed: string): boolean =>
  `${fullName(patient)} ${name}`.toLowerCase().includes(typed.trim().toLowerCase());

function Cases({ practice }: { practice: Practice }) {
  const { t } = useTexts(assistantTexts);
  const format = useFormat();
  const { data, error, refetch } = useListAssistedCasesQuery(practice.id);
  const [typed, setTyped] = useState('');
  const found = data?.filter((theCase) => isFound(theCase, typed)) ?? [];
  const content = () => {
    if (!data)
      return error ? (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('home.failed')}
        </LoadFailed>
      ) : (
        <Waiting label={t('home.loading')} rows={4} />
      );
    if (data.length === 0) return <EmptyState icon={<InboxIcon />}>{t('home.empty')}</EmptyState>;
    return (
      <Stack gap={3}>
        {data.length >= searchFrom && (
          <SearchField
            label={t('home.search')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <p role="status">{t('home.count', { count: found.length })}</p>
        {found.length === 0 ? (
          <p>{t('home.none')}</p>
        ) : (
          <List>
            {found.map((theCase) => (
              <ListLinkRow
                key={theCase.id}
                to={paths.case(theCase)}
                title={`${fullName(theCase.patient)}: ${theCase.case_name}`}
                detail={[
                  t('home.for', { doctor: shortDoctorName(theCase.doctor.name) }),
                  theCase.status === 'with_doctor' &&
                    theCase.answer_due_on &&
                    t('home.due', { day: format.day(theCase.answer_due_on) }),
                  theCase.triage?.draft && t('home.draft'),
                  theCase.unread_messages > 0 && t('home.unread', { count: theCase.unread_messages }),
                  theCase.new_documents > 0 && t('home.documents', { count: theCase.new_documents }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
                state={<CaseTurnPill turn={doctorTurn(theCase, practiceToday())} />}
              />
            ))}
          </List>
        )}
      </Stack>
    );
  };
  return (
    <Section title={t('home.for', { doctor: practice.doctor.name })}>
      {content()}
      <LeavePractice practice={practice} />
    </Section>
  );
}
