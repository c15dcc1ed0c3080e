import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  useConsoleFormQuery,
  useConsoleFormsQuery,
  useGiveConsoleFormMutation,
  useSaveConsoleFormMutation,
} from '@konsil/api/console-forms';
import { useAction } from '@konsil/common';
import type { ConsoleForm } from '@konsil/contracts/console-forms';
import { specialtyIn } from '@konsil/contracts/specialties';
import { FormOutline } from '@konsil/form-editor';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { BackLink, Button, Form, Page, PageTitle, Row, Section, SelectField } from '@konsil/ui';
import { EndForm } from './EndForm';
import { formPaths } from './paths';
import { formsTexts } from './texts';

/** Gives the form to a specialty without one. */
function Give({ specialty, version }: Pick<ConsoleForm, 'specialty' | 'version'>) {
  const { t } = useTexts(formsTexts);
  const { t: c } = useCommon();
  const locale = useLocale();
  const navigate = useNavigate();
  const run = useAction();
  const [to, setTo] = useState('');
  const [asked, setAsked] = useState(false);
  const [give, { isLoading: busy }] = useGiveConsoleFormMutation();
  const confirm = async () => {
    setAsked(true);
    if (!to) return;
    const text = t('orphan.given', { specialty: specialtyIn(to, locale) });
    if (await run(give({ specialty, version, to }).unwrap(), { text })) void navigate(formPaths.form(to));
  };
  return (
    <Loaded result={useConsoleFormsQuery()} label={t('loading')} failed={t('failed')}>
      {({ items }) => (
        <Form
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void confirm();
          }}
        >
          <SelectField
            name="to"
            label={t('orphan.to')}
            hint={t('orphan.toHint')}
            width="long"
            placeholder={c('words.selectOption')}
            value={to}
            onChange={({ target }) => setTo(target.value)}
            error={asked && !to ? c('errors.selectOption') : undefined}
            options={items
              .filter(({ offered, fields }) => offered && fields === 0)
              .map((free) => ({ value: free.specialty, label: specialtyIn(free.specialty, locale) }))
              .sort((a, b) => a.label.localeCompare(b.label, locale))}
          />
          <Row>
            <Button type="submit" busy={busy}>
              {t('orphan.give')}
            </Button>
          </Row>
        </Form>
      )}
    </Loaded>
  );
}

/** The form of a specialty that is offered no more: it is given to another one, or ends. */
export function OrphanedForm({ specialty }: { specialty: string }) {
  const { t } = useTexts(formsTexts);
  const [save] = useSaveConsoleFormMutation();
  const back = { to: formPaths.list, label: t('title') };
  return (
    <Loaded result={useConsoleFormQuery(specialty)} back={back} label={t('formLoading')} failed={t('formFailed')}>
      {({ version, fields }) =>
        fields.length === 0 ? (
          <Page>
            <PageTitle back={<BackLink to={back.to}>{back.label}</BackLink>}>{t('gone')}</PageTitle>
          </Page>
        ) : (
          <Page>
            <PageTitle back={<BackLink to={back.to}>{back.label}</BackLink>} lead={t('orphan.lead')}>
              {t('formOf', { specialty })}
            </PageTitle>
            <Section title={t('fields', { count: fields.length })}>
              <FormOutline fields={fields} />
            </Section>
            <Give specialty={specialty} version={version} />
            <Row>
              <EndForm specialty={specialty} end={() => save({ specialty, version, fields: [] }).unwrap()} />
            </Row>
          </Page>
        )
      }
    </Loaded>
  );
}
