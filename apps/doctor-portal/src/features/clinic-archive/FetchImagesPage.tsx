// @bundle route
import { useListCaseArchivesQuery } from '@konsil/api/clinic-archives';
import { LoadFailed, Waiting } from '@konsil/common';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { BackLink, Page, PageTitle, Text } from '@konsil/ui';
import { useState } from 'react';
import { WithCase } from '../case/OfCase';
import { paths } from '../paths';
import { SearchForm, type Found } from './SearchForm';
import { StudyChoice } from './StudyChoice';
import { clinicArchiveTexts } from './texts';

function FetchImages({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(clinicArchiveTexts);
  const { data: archives, error, refetch } = useListCaseArchivesQuery(theCase.id);
  const [found, setFound] = useState<Found>();
  if (!archives)
    return error ? (
      <LoadFailed problem={error} onRetry={refetch}>
        {t('failed')}
      </LoadFailed>
    ) : (
      <Waiting label={t('loading')} rows={3} />
    );
  if (archives.length === 0) return <Text>{t('noArchive')}</Text>;
  return (
    <>
      <Text as="p" tone="muted">
        {t('lead')}
      </Text>
      <SearchForm caseId={theCase.id} archives={archives} onFound={setFound} />
      {/* Another search is another choice. */}
      {found && <StudyChoice key={found.count} theCase={theCase} found={found} />}
    </>
  );
}

/** Brings earlier images from the archive of the doctor's clinic into a case. */
export default function FetchImagesPage() {
  const { t } = useTexts(clinicArchiveTexts);
  return (
    <WithCase>
      {(theCase) => (
        <Page>
          <PageTitle back={<BackLink to={paths.addDocument(theCase)}>{t('back')}</BackLink>}>{t('fetch')}</PageTitle>
          <FetchImages theCase={theCase} />
        </Page>
      )}
    </WithCase>
  );
}
