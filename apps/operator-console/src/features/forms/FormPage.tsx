import { useParams } from 'react-router-dom';
import { useConsoleFormQuery, useSaveConsoleFormMutation } from '@konsil/api/console-forms';
import { isSpecialty, specialtyIn } from '@konsil/contracts/specialties';
import { FormEditor } from '@konsil/form-editor';
import { useLocale, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { BackLink, Page, PageTitle } from '@konsil/ui';
import { EndForm } from './EndForm';
import { OrphanedForm } from './OrphanedForm';
import { formPaths } from './paths';
import { formsTexts } from './texts';

function SpecialtysForm({ specialty }: { specialty: string }) {
  const { t } = useTexts(formsTexts);
  const locale = useLocale();
  const result = useConsoleFormQuery(specialty);
  const [save] = useSaveConsoleFormMutation();
  const back = { to: formPaths.list, label: t('title') };
  return (
    <Loaded result={result} back={back} label={t('formLoading')} failed={t('formFailed')}>
      {(form) => (
        <Page>
          <PageTitle back={<BackLink to={back.to}>{back.label}</BackLink>} lead={t('formLead')}>
            {t('formOf', { specialty: specialtyIn(specialty, locale) })}
          </PageTitle>
          <FormEditor
            saved={form}
            save={(written) => save({ ...written, specialty }).unwrap()}
            actions={({ version, watching }) =>
              form.fields.length > 0 && (
                <EndForm
                  specialty={specialty}
                  end={() => watching(save({ specialty, version, fields: [] }).unwrap())}
                />
              )
            }
          />
        </Page>
      )}
    </Loaded>
  );
}

/** The form of a specialty. */
export default function FormPage() {
  const { specialty = '' } = useParams();
  const Form = isSpecialty(specialty) ? SpecialtysForm : OrphanedForm;
  return <Form key={specialty} specialty={specialty} />;
}
