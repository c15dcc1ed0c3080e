import { useListDeputyCasesQuery } from '@konsil/api/deputy-cases';
import { CaseTurnPill, doctorTurn, shortDoctorName } from '@konsil/cases';
import { LoadFailed } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import { practiceToday, useFormat, useTexts } from '@konsil/i18n';
import { List, ListLinkRow, Section } from '@konsil/ui';
import { paths } from '../paths';
import { inboxTexts } from './texts';

/** The cases in which the doctor stands in for a colleague today; nothing without any. */
export function DeputyCases() {
  const { t } = useTexts(inboxTexts);
  const format = useFormat();
  const { data, error, refetch } = useListDeputyCasesQuery();
  if (!data && error)
    return (
      <LoadFailed problem={error} onRetry={refetch}>
        {t('deputy.failed')}
      </LoadFailed>
    );
  if (!data?.length) return null;
  return (
    <Section title={t('deputy.title')}>
      <List>
        {data.map(({ case: theCase, deputy }) => (
          <ListLinkRow
            key={deputy.id}
            to={paths.case(theCase)}
            title={`${fullName(theCase.patient)}: ${theCase.case_name}`}
            detail={[
              t('deputy.for', { doctor: shortDoctorName(deputy.doctor), day: format.day(deputy.until) }),
              theCase.unread_messages > 0 && t('deputy.unread', { count: theCase.unread_messages }),
            ]
              .filter(Boolean)
              .join(' · ')}
            state={<CaseTurnPill turn={doctorTurn(theCase, practiceToday())} />}
          />
        ))}
      </List>
    </Section>
  );
}
