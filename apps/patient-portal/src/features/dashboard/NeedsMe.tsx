import { lazy } from 'react';
import { useGetAccountQuery } from '@konsil/api/account';
import { useGetCaseQuery } from '@konsil/api/cases';
import { NextStepCard, patientNextStep } from '@konsil/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { useFormat, useTexts } from '@konsil/i18n';
import { List, ListLinkRow, Section, TextLink } from '@konsil/ui';
import { CaseRow } from '../cases/CaseRow.tsx';
import { placeOf } from '../cases/place-of.ts';
import { paths } from '../paths.ts';
import { asksQuestion } from './asks-question.ts';
import { dashboardTexts } from './texts.ts';

const QuestionCard = lazy(async () => ({ default: (await import('../messages/QuestionCard.tsx')).QuestionCard }));

const most = 4;

interface NeedsMeProps {
  cases: readonly CaseSummary[];
  /** When a new case was begun that has no doctor yet. */
  begunAt: string | undefined;
}

/** The first case's next step as a highlighted card; others, and a case that was begun, as a list. */
export function NeedsMe({ cases: [first, ...others], begunAt }: NeedsMeProps) {
  const { t } = useTexts(dashboardTexts);
  const format = useFormat();
  const { data: account } = useGetAccountQuery();
  const asks = first !== undefined && asksQuestion(first);
  const { currentData: asked } = useGetCaseQuery(first?.id ?? '', { skip: !asks });
  const step = first && patientNextStep(first);
  const forOther = first && account?.own_patient && account.own_patient.id !== first.patient.id;
  const rest = first && !step ? [first, ...others] : others;
  const card = step && {
    theCase: first,
    step,
    path: placeOf(first, step),
    casePath: paths.case(first.id),
    patientName: forOther ? fullName(first.patient) : undefined,
  };
  return (
    <>
      {card && (asked ? <QuestionCard {...card} asked={asked} /> : <NextStepCard {...card} />)}
      {(rest.length > 0 || begunAt) && (
        <Section
          title={t(card ? 'alsoYours' : 'yours')}
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
            {begunAt && (
              <ListLinkRow
                to={paths.newCase}
                title={t('begun.title')}
                detail={t('begun.text', { moment: format.momentWithin(begunAt) })}
              />
            )}
          </List>
        </Section>
      )}
    </>
  );
}
