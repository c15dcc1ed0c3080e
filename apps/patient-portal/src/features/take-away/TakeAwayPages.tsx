import { useParams } from 'react-router-dom';
import { useGetPatientQuery } from '@konsil/api/patients';
import { fullName } from '@konsil/contracts/full-name';
import { useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { BackLink, Page, PageTitle, Stack } from '@konsil/ui';
import { WithCase } from '../cases/CaseFrame.tsx';
import { paths } from '../paths.ts';
import { patientPageTexts } from '../patients/texts.ts';
import { Receipts } from './Receipts.tsx';
import { TakeAway } from './TakeAway.tsx';
import { takeAwayTexts } from './texts.ts';

/** Makes a file of a whole case. */
export function CaseTakeAwayPage() {
  const { t } = useTexts(takeAwayTexts);
  return (
    <WithCase>
      {({ id, case_name: name }) => (
        <Page>
          <PageTitle back={<BackLink to={paths.case(id)}>{name}</BackLink>} lead={t('caseLead', { name })}>
            {t('title')}
          </PageTitle>
          <TakeAway of="case" id={id} />
        </Page>
      )}
    </WithCase>
  );
}

/** Makes a file of all cases of a person. */
export function PersonTakeAwayPage() {
  const { t } = useTexts(takeAwayTexts);
  const { t: patient } = useTexts(patientPageTexts);
  const { patientId = '' } = useParams();
  const result = useGetPatientQuery(patientId);
  return (
    <Loaded
      result={result}
      gone={{ title: patient('page.gone') }}
      back={{ to: paths.patients, label: patient('page.back') }}
    >
      {(person) => (
        <Page>
          <PageTitle
            back={<BackLink to={paths.patient(person.id)}>{fullName(person)}</BackLink>}
            lead={t('personLead', { name: fullName(person) })}
          >
            {t('title')}
          </PageTitle>
          <Stack>
            <TakeAway of="person" id={person.id} />
            <Receipts patientId={person.id} />
          </Stack>
        </Page>
      )}
    </Loaded>
  );
}
