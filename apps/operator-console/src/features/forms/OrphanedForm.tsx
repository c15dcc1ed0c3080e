import { useState } from 'react';
import {
  useConsoleFormQuery,
  useConsoleFormsQuery,
  useGiveConsoleFormMutation,
  useSaveConsoleFormMutation,
} from '@konsil/api/console-forms';
import { useAction, useNavigateFromHere } from '@konsil/common';
import type { ConsoleForm } from '@konsil/contracts/console-forms';
import { specialtyIn } from '@konsil/contracts/specialties';
import { FormOutline } from '@konsil/form-editor';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { useFieldErrors } from '@konsil/i18n/field-errors';
import { Loaded } from '@konsil/portal-frame';
import { BackLink, Button, Form, Page, PageTitle, Row, Section, SelectField } from '@konsil/ui';
import { EndForm } from './EndForm';
import { formPaths } from './paths';
import { formsTexts } from './texts';

interface GiveProps extends Pick<ConsoleForm, 'specialty' | 'version'> {
  /** Called after a refusal: another operator was quicker. */
  onRefused: () => void;
}

/** Gives the form to a specialty without one. */
function Give({ specialty, version, onRefused }: GiveProps) {
  const { t } = useTexts(formsTexts);
  const { t: c } = useCommon();
  const errorText = useFieldErrors();
  const locale = useLocale();
  const navigate = useNavigateFromHere();
  const run = useAction();
  const [to, setTo] = useState('');
  const [asked, setAsked] = useState(false);
  const [give, { isLoading: busy }] = useGiveConsoleFormMutation();
  const forms = useConsoleFormsQuery();
  const free = (forms.currentData?.items ?? []).filter(({ offered, fields }) => offered && fields === 0);
  const chosen = free.some((one) => one.specialty === to) ? to : '';
  const confirm = async () => {
    setAsked(true);
    if (!chosen) return;
    const text = t('orphan.given', { specialty: specialtyIn(chosen, locale) });
    if (await run(give({ specialty, version, to: chosen }).unwrap(), { text })) navigate(formPaths.form(chosen));
    else {
      onRefused();
      void forms.refetch();
    }
  };
  return (
    <Loaded result={forms} label={t('loading')} failed={t('failed')}>
      {() => (
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
            value={chosen}
            onChange={({ target }) => setTo(target.value)}
            error={asked && !chosen ? errorText({ message: 'selectOption' }) : undefined}
            options={free
              .map((one) => ({ value: one.specialty, label: specialtyIn(one.specialty, locale) }))
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
  const form = useConsoleFormQuery(specialty);
  const back = { to: formPaths.list, label: t('title') };
  const readAgain = () => void form.refetch();
  const end = (version: number) =>
    save({ specialty, version, fields: [] })
      .unwrap()
      .catch((error: unknown) => {
        readAgain();
        throw error;
      });
  return (
    <Loaded result={form} back={back} label={t('formLoading')} failed={t('formFailed')}>
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
            <Give specialty={specialty} version={version} onRefused={readAgain} />
            <Row>
              <EndForm specialty={specialty} end={() => end(version)} />
            </Row>
          </Page>
        )
      }
    </Loaded>
  );
}
