import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useConsoleFormQuery, useSaveConsoleFormMutation } from '@konsil/api/console-forms';
import { useAction } from '@konsil/common';
import type { ConsoleForm } from '@konsil/contracts/console-forms';
import { isSpecialty, specialtyIn } from '@konsil/contracts/specialties';
import { FormEditor } from '@konsil/form-editor';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { BackLink, Button, ConfirmDialog, Page, PageTitle } from '@konsil/ui';
import { formPaths } from './paths';
import { formsTexts } from './texts';

interface EndProps {
  specialty: string;
  end: () => Promise<ConsoleForm>;
}

/** Ends the form, after a question. */
function End({ specialty, end }: EndProps) {
  const { t } = useTexts(formsTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const navigate = useNavigate();
  const run = useAction();
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const ended = await run(end(), { text: t('end.done') });
    setBusy(false);
    setAsks(false);
    if (ended) void navigate(formPaths.list);
  };
  return (
    <>
      <Button variant="quiet" onClick={() => setAsks(true)}>
        {t('end.do')}
      </Button>
      <ConfirmDialog
        open={asks}
        onCancel={() => setAsks(false)}
        onConfirm={() => void confirm()}
        title={t('end.title', { specialty: specialtyIn(specialty, locale) })}
        confirmLabel={t('end.do')}
        cancelLabel={c('words.cancel')}
        tone="danger"
        busy={busy}
      >
        {t('end.text')}
      </ConfirmDialog>
    </>
  );
}

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
                <End specialty={specialty} end={() => watching(save({ specialty, version, fields: [] }).unwrap())} />
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
  const { t } = useTexts(formsTexts);
  const { specialty = '' } = useParams();
  if (isSpecialty(specialty)) return <SpecialtysForm key={specialty} specialty={specialty} />;
  return (
    <Page>
      <PageTitle back={<BackLink to={formPaths.list}>{t('title')}</BackLink>}>{t('gone')}</PageTitle>
    </Page>
  );
}
