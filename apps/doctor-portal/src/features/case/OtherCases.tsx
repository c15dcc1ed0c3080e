// @bundle route
import { useListCasesInfiniteQuery } from '@konsil/api/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useFormat, useTexts } from '@konsil/i18n';
import { Button, CasesIcon, Menu } from '@konsil/ui';
import { paths } from '../paths';
import { caseTexts } from '../case-parts/texts';

/** A menu with the other cases of the person; shown if one of them is open. */
export function OtherCases({ theCase: { id, patient, triage } }: { theCase: ProcessOverview }) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const { data } = useListCasesInfiniteQuery(
    { patient: patient.id, view: 'all', sort: 'activity' },
    { skip: !triage?.other_cases },
  );
  const others = (data?.pages ?? []).flatMap(({ items }) => items).filter((other) => other.id !== id);
  if (others.length === 0) return null;
  return (
    <Menu
      align="start"
      trigger={
        <Button variant="secondary" size="small" icon={<CasesIcon />}>
          {t('otherCases', { count: others.length })}
        </Button>
      }
      items={others.map((other) => ({
        to: paths.case(other),
        label: `${other.case_name}, ${format.day(other.last_activity_at)}`,
      }))}
    />
  );
}
