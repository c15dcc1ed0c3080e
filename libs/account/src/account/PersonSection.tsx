import { addressLines } from '@konsil/contracts/postal-address';
import type { Patient } from '@konsil/contracts/patients';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { ButtonLink, Card, DefinitionList, Section, Stack } from '@konsil/ui';
import { accountTexts } from './texts.ts';

/** The account holder's own patient record, edited on the patients page. */
export function PersonSection({ patient, editPath }: { patient: Patient; editPath: string }) {
  const { t } = useTexts(accountTexts);
  const format = useFormat();
  const locale = useLocale();
  const { first_name, last_name, date_of_birth } = patient;
  return (
    <Section title={t('account.person.title')}>
      <Card>
        <Stack gap={4}>
          <DefinitionList
            layout="beside"
            items={[
              { term: t('account.person.name'), detail: `${first_name} ${last_name}` },
              { term: t('account.person.birth'), detail: format.day(date_of_birth) },
              {
                term: t('account.person.address'),
                detail: addressLines(patient, locale).join(', ') || t('account.person.noAddress'),
              },
            ]}
          />
          <div>
            <ButtonLink to={editPath} variant="secondary">
              {t('account.person.edit')}
            </ButtonLink>
          </div>
        </Stack>
      </Card>
    </Section>
  );
}
