import type { ZodForm } from '@konsil/forms/forms';
import { listOf } from '@konsil/lists/lists';
import { useListPatientsInfiniteQuery } from '@konsil/api/patients';
import { LoadFailed, Waiting } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { PersonNewIcon, RadioCards, Stack, TextLink } from '@konsil/ui';
import { paths } from '../../paths.ts';
import { sortOwnFirst } from '../../shared/people.ts';
import { casePageTexts } from '../texts.ts';
import type { NewCaseForm, NewCaseValues } from './new-case-form.ts';

/** The patient: the account holder or a person they act for. */
export function PatientStep({ field }: Pick<ZodForm<NewCaseForm, NewCaseValues>, 'field'>) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const people = listOf(useListPatientsInfiniteQuery({ sort: 'name', limit: '200' }));

  if (people.isLoading) return <Waiting rows={2} />;
  if (people.problem) return <LoadFailed problem={people.problem} onRetry={people.retry} />;
  return (
    <Stack gap={4}>
      <RadioCards
        legend={t('new.patient.title')}
        hint={people.items.length > 0 ? t('new.patient.hint') : t('new.noPatients')}
        {...field('patient')}
        options={sortOwnFirst(people.items).map((person) => ({
          value: person.id,
          title: fullName(person),
          description: t('new.patient.born', {
            day: format.day(person.date_of_birth),
            relationship: common(`codes.relationship.${person.relationship}`),
          }),
        }))}
      />
      <TextLink standalone to={paths.newPatient}>
        <PersonNewIcon /> {t('new.patient.add')}
      </TextLink>
    </Stack>
  );
}
