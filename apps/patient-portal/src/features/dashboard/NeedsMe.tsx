import { useGetAccountQuery } from '@konsil/api/account';
import { NextStepCard, patientNextStep } from '@konsil/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { useTexts } from '@konsil/i18n';
import { List, Section, TextLink } from '@konsil/ui';
import { CaseRow } from '../cases/CaseRow.tsx';
import { placeOf } from '../cases/place-of.ts';
import { paths } from '../paths.ts';
import { dashboardTexts } from './texts.ts';

const most = 4;

/** The first case's next step as a highlighted card; others as a list. */
export function NeedsMe({ cases: [first, ...others] }: { cases: readonly CaseSummary[] }) {
  const { t } = useTexts(dashboardTexts);
  const { data: account } = useGetAccountQuery();
  const step = first && patientNextStep(first);
  const forOther = first && account?.own_patient && account.own_patient.id !== first.patient.id;
  const rest = first && !step ? [first, ...others] : others;
  return (
    <>
      {step && (
        <NextStepCard
          theCase={first}
          step={step}
          path={placeOf(first, step)}
          casePath={paths.case(first.id)}
          patientName={forOther ? fullName(first.patient) : undefined}
        />
      )}
      {rest.length > 0 && (
        <Section
          title={t('alsoYours')}
          action={
            rest.length > most && (
              <TextLink to={`${paths.cases}?view=waiting_for_patient`}>
                {t('allYours', { count: rest.length })}
              </TextLink>
            )
          }
        >
          <List>
            {rest.slice(0, most).map((theCase) => (
              <CaseRow key={theCase.id} theCase={theCase} />
            ))}
          </List>
        </Section>
      )}
    </>
  );
}
