// @bundle route
import { useListCaseArchivesQuery } from '@konsil/api/clinic-archives';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useTexts } from '@konsil/i18n';
import { ButtonLink } from '@konsil/ui';
import { paths } from '../paths';
import { clinicArchiveTexts } from './texts';

/** Leads to the clinic's archive; nothing for doctors without one. */
export function ArchiveLink({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(clinicArchiveTexts);
  const { data = [] } = useListCaseArchivesQuery(theCase.id);
  return (
    data.length > 0 && (
      <ButtonLink variant="secondary" to={paths.fromArchive(theCase)}>
        {t('fetch')}
      </ButtonLink>
    )
  );
}
