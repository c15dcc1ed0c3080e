// @bundle route
import { useGetAccountQuery } from '@konsil/api/account';
import { useListSharedPersonsQuery } from '@konsil/api/readers';
import { readableAddress } from '@konsil/contracts/mail-address';
import { useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { BackLink, EmptyState, Page, PageTitle, PatientsIcon } from '@konsil/ui';
import { paths } from '../paths.ts';
import { SharedPersons } from './SharedWithMe.tsx';
import { readerTexts } from './texts.ts';

/** The page that an invitation's e-mail leads to: everything that others share with the account. */
export function SharedPage() {
  const { t } = useTexts(readerTexts);
  const { data: account } = useGetAccountQuery();
  const result = useListSharedPersonsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Loaded result={result} label={t('mine.loading')} failed={t('mine.failed')}>
      {(persons) => (
        <Page>
          <PageTitle back={<BackLink to={paths.dashboard}>{t('page.back')}</BackLink>} lead={t('page.lead')}>
            {t('page.title')}
          </PageTitle>
          {persons.length > 0 ? (
            <SharedPersons persons={persons} title={t('page.people')} />
          ) : (
            <EmptyState icon={<PatientsIcon />}>
              {account && t('page.empty', { email: readableAddress(account.email) })}
            </EmptyState>
          )}
        </Page>
      )}
    </Loaded>
  );
}
