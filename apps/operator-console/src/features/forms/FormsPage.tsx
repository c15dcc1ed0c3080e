import { useConsoleFormsQuery } from '@konsil/api/console-forms';
import type { ListedForm } from '@konsil/contracts/console-forms';
import { foldWord } from '@konsil/contracts/fold';
import { specialtyIn, specialtyWords } from '@konsil/contracts/specialties';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { Button, EmptyState, List, ListLinkRow, FormIcon, Page, PageTitle, Stack } from '@konsil/ui';
import { useState } from 'react';
import { SearchRow } from '../../app/SearchRow';
import { formPaths } from './paths';
import { formsTexts } from './texts';

function FormRow({ form }: { form: ListedForm }) {
  const { t } = useTexts(formsTexts);
  const locale = useLocale();
  const format = useFormat();
  const { specialty, offered, fields, doctors, using, changed_at: changedAt, changed_by: name } = form;
  const details = [
    !offered && t('orphan.state'),
    fields > 0 ? t('fields', { count: fields }) : t('noForm'),
    offered && (fields > 0 && doctors > 0 ? t('using', { using, count: doctors }) : t('doctors', { count: doctors })),
    changedAt && t('changedBy', { name, at: format.momentWithin(changedAt) }),
  ];
  return (
    <ListLinkRow
      to={formPaths.form(specialty)}
      icon={<FormIcon />}
      title={specialtyIn(specialty, locale)}
      detail={details.filter(Boolean).join(' · ')}
    />
  );
}

/** Forms of specialties that are no longer offered wait for a decision; then those with a form, and with doctors. */
const rankOf = ({ offered, fields, doctors }: ListedForm) => (!offered ? 0 : fields > 0 ? 1 : doctors > 0 ? 2 : 3);

/** The specialties with the state of their forms: search, all or those with a form. */
export default function FormsPage() {
  const { t } = useTexts(formsTexts);
  const locale = useLocale();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<'all' | 'withForm'>('all');
  const showAll = () => {
    setSearch('');
    setShown('all');
  };
  const words = foldWord(search).split(' ').filter(Boolean);
  const matches = ({ specialty, fields }: ListedForm) =>
    (shown === 'all' || fields > 0) && words.every((word) => foldWord(specialtyWords(specialty)).includes(word));
  return (
    <Loaded result={useConsoleFormsQuery()} label={t('loading')} failed={t('failed')}>
      {({ items }) => {
        const nameOf = ({ specialty }: ListedForm) => specialtyIn(specialty, locale);
        const found = items
          .filter(matches)
          .sort((a, b) => rankOf(a) - rankOf(b) || nameOf(a).localeCompare(nameOf(b), locale));
        return (
          <Page>
            <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
            <Stack gap={4}>
              <SearchRow
                search={search}
                onSearch={setSearch}
                label={t('search')}
                shown={shown}
                onShow={setShown}
                showLabel={t('show')}
                options={(['all', 'withForm'] as const).map((value) => ({ value, label: t(value) }))}
              />
              <p role="status">{t('count', { count: found.length })}</p>
              {found.length === 0 ? (
                <EmptyState
                  icon={<FormIcon />}
                  action={
                    <Button variant="secondary" onClick={showAll}>
                      {t('showAll')}
                    </Button>
                  }
                >
                  {t(words.length === 0 ? 'noForms' : 'noneFound')}
                </EmptyState>
              ) : (
                <List>
                  {found.map((form) => (
                    <FormRow key={form.specialty} form={form} />
                  ))}
                </List>
              )}
            </Stack>
          </Page>
        );
      }}
    </Loaded>
  );
}
