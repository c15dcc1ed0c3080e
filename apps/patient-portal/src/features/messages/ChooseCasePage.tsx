import { ListContent } from '@konsil/common';
import { useListCasesInfiniteQuery } from '@konsil/api/cases';
import { listOf } from '@konsil/lists/lists';
import { doctorName } from '@konsil/cases';
import { fullName } from '@konsil/contracts/full-name';
import { useTexts } from '@konsil/i18n';
import { BackLink, ButtonLink, EmptyState, ListLinkRow, MessagesIcon, Page, PageTitle } from '@konsil/ui';
import { Navigate } from 'react-router-dom';
import { doctorReadsMessages } from '../cases/place-of.ts';
import { paths } from '../paths.ts';
import { messagePageTexts } from './texts.ts';

/** Selects the case of a message: only cases whose doctor has access. */
export function ChooseCasePage() {
  const { t } = useTexts(messagePageTexts);
  const cases = listOf(useListCasesInfiniteQuery({ limit: '200', sort: 'activity' }));
  const shared = cases.items.filter(doctorReadsMessages);
  const [only, ...others] = shared;
  if (only && others.length === 0 && !cases.hasMore) return <Navigate to={paths.newMessage(only.id)} replace />;
  return (
    <Page>
      <PageTitle
        back={<BackLink to={paths.messages}>{t('title')}</BackLink>}
        lead={shared.length > 0 && t('chooseCase')}
      >
        {t('new')}
      </PageTitle>
      <ListContent
        list={{ ...cases, items: shared }}
        empty={
          <EmptyState
            icon={<MessagesIcon />}
            action={
              <ButtonLink variant="secondary" to={paths.cases}>
                {t('cases')}
              </ButtonLink>
            }
          >
            {t('notYet')}
          </EmptyState>
        }
      >
        {({ id, case_name: name, doctor, patient }) => (
          <ListLinkRow
            key={id}
            to={paths.newMessage(id)}
            title={t('toDoctor', { doctor: doctorName(doctor.name) })}
            detail={t('about', { name, patient: fullName(patient) })}
          />
        )}
      </ListContent>
    </Page>
  );
}
