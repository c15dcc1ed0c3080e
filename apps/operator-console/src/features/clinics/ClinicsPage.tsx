import { useListClinicsInfiniteQuery } from '@konsil/api/console-clinics';
import { ListContent } from '@konsil/common';
import type { ListedClinic } from '@konsil/contracts/console-clinics';
import { useFormat, useTexts } from '@konsil/i18n';
import { listOf } from '@konsil/lists/lists';
import {
  AddIcon,
  Button,
  ButtonLink,
  ClinicIcon,
  EmptyState,
  ListLinkRow,
  Page,
  PageTitle,
  Row,
  Stack,
} from '@konsil/ui';
import { useDeferredValue, useState } from 'react';
import { SearchRow } from '../../app/SearchRow';
import { clinicPaths } from './paths';
import { clinicsTexts } from './texts';

function ClinicRow({ clinic }: { clinic: ListedClinic }) {
  const { t } = useTexts(clinicsTexts);
  const format = useFormat();
  const details = [format.list(clinic.cities), t('doctors', { count: clinic.doctors })];
  return (
    <ListLinkRow
      to={clinicPaths.clinic(clinic.id)}
      icon={<ClinicIcon />}
      title={clinic.name}
      detail={details.filter(Boolean).join(' · ')}
    />
  );
}

/** The clinics by name: search, the archived ones, and a new one. */
export default function ClinicsPage() {
  const { t } = useTexts(clinicsTexts);
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<'active' | 'archived'>('active');
  const archived = shown === 'archived';
  const asked = useDeferredValue(search.trim());
  const list = listOf(
    useListClinicsInfiniteQuery({ ...(asked && { search: asked }), ...(archived && { archived: 'true' as const }) }),
  );
  const empty = asked ? 'noneFound' : archived ? 'noneArchived' : 'none';
  return (
    <Page>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <Stack gap={4}>
        <Row>
          <ButtonLink to={clinicPaths.add} icon={<AddIcon />}>
            {t('add')}
          </ButtonLink>
        </Row>
        <SearchRow
          search={search}
          onSearch={setSearch}
          label={t('search')}
          shown={shown}
          onShow={setShown}
          showLabel={t('show')}
          options={(['active', 'archived'] as const).map((value) => ({ value, label: t(value) }))}
        />
        <p role="status">{list.currentTotal === undefined ? '' : t('count', { count: list.currentTotal })}</p>
        <ListContent
          list={list}
          label={t('loading')}
          failed={t('failed')}
          empty={
            <EmptyState
              icon={<ClinicIcon />}
              action={
                asked && (
                  <Button variant="secondary" onClick={() => setSearch('')}>
                    {t('showAll')}
                  </Button>
                )
              }
            >
              {t(empty)}
            </EmptyState>
          }
        >
          {(clinic) => <ClinicRow key={clinic.id} clinic={clinic} />}
        </ListContent>
      </Stack>
    </Page>
  );
}
