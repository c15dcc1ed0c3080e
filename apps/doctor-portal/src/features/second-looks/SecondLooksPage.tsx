import { useListAskedLooksQuery } from '@konsil/api/second-looks';
import { shortDoctorName } from '@konsil/cases';
import { LoadFailed, Waiting } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import { useFormat, useTexts } from '@konsil/i18n';
import { CompareIcon, EmptyState, List, ListLinkRow, Page, PageTitle } from '@konsil/ui';
import { paths } from '../paths';
import { secondLookTexts } from './texts';

/** The cases that colleagues asked the doctor to look at. */
export default function SecondLooksPage() {
  const { t } = useTexts(secondLookTexts);
  const format = useFormat();
  const { data, error, refetch } = useListAskedLooksQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Page width="wide">
      <PageTitle lead={t('list.lead')}>{t('list.title')}</PageTitle>
      {!data && !error && <Waiting label={t('list.loading')} rows={4} />}
      {!data && error && (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('list.failed')}
        </LoadFailed>
      )}
      {data?.length === 0 && <EmptyState icon={<CompareIcon />}>{t('list.empty')}</EmptyState>}
      {data && data.length > 0 && (
        <List>
          {data.map(({ id, patient, case_name: name, asked_by: by, until }) => (
            <ListLinkRow
              key={id}
              to={paths.secondLook(id)}
              title={`${fullName(patient)}: ${name}`}
              detail={[t('list.by', { doctor: shortDoctorName(by) }), t('list.until', { day: format.day(until) })].join(
                ' · ',
              )}
            />
          ))}
        </List>
      )}
    </Page>
  );
}
