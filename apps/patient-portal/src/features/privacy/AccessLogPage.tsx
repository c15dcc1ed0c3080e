import { useRef } from 'react';
import { useParams } from 'react-router-dom';
import { Loaded } from '@konsil/portal-frame';
import { useListFilters } from '@konsil/lists/list-filters';
import { listOf } from '@konsil/lists/lists';
import { useGetPatientQuery } from '@konsil/api/patients';
import { useListAccessesInfiniteQuery } from '@konsil/api/privacy';
import { useDebounced } from '@konsil/lists/use-settled';
import { doctorName } from '@konsil/cases';
import { ListSearch, ListStates, MoreRows } from '@konsil/common';
import { fullName } from '@konsil/contracts/full-name';
import type { Patient } from '@konsil/contracts/patients';
import { auditKinds, auditWhos as whos } from '@konsil/contracts/privacy';
import { nothingFound, useCommon, useFormat, useTexts } from '@konsil/i18n';
import {
  BackLink,
  Button,
  Card,
  ChoiceChips,
  EmptyState,
  NothingFound,
  Page,
  PageTitle,
  PrintIcon,
  Row,
  SafeIcon,
  SeenIcon,
  SelectField,
  Stack,
  Text,
  VisuallyHidden,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { byDay, otherPeople, periods, startOf } from './access-entries.ts';
import type { Period } from './access-entries.ts';
import { AccessDays } from './AccessDays.tsx';
import { PrintOnly, PeopleCount } from './log-parts.ts';
import { LogCheck } from './LogCheck.tsx';
import { privacyTexts } from './texts.ts';

const names = ['search', 'who', 'period', 'kind'] as const;
const kinds = [...auditKinds, 'denied'] as const;
type Who = (typeof whos)[number];
type Kind = (typeof kinds)[number] | undefined;

/** The meaning of an empty log, given its filters. */
const emptyWord = (who: Who, kind: Kind) => {
  if (kind === 'denied') return who === 'me' ? 'other' : 'denied';
  return who === 'all' || kind === 'changed' ? 'other' : who;
};

/** Accesses to a patient's data: the number first, then sentences by day. */
export function AccessLogPage() {
  const { patientId = '' } = useParams();
  const { t } = useTexts(privacyTexts);
  const result = useGetPatientQuery(patientId);
  return (
    <Loaded result={result} gone={{ title: t('log.gone') }} back={{ to: paths.privacy, label: t('title') }}>
      {(patient) => <Log patient={patient} />}
    </Loaded>
  );
}

function Log({ patient }: { patient: Patient }) {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const { filters, set, reset, filtered } = useListFilters('accesses', names);
  const field = useRef<HTMLInputElement>(null);
  const who = whos.find((value) => value === filters.who) ?? 'doctors';
  const period: Period = periods.find((value) => value === filters.period) ?? 'month';
  const kind = kinds.find((value) => value === filters.kind);
  const search = useDebounced(filters.search ?? '');
  const list = listOf(
    useListAccessesInfiniteQuery({
      patientId: patient.id,
      who,
      from: startOf(period),
      ...(search && { search }),
      ...(kind === 'denied' ? { result: kind } : kind && { kind }),
    }),
  );
  const people = list.first?.people ?? 0;
  const known = otherPeople(list.items).map(doctorName);
  const days = useRef<HTMLDivElement>(null);
  const { also, ...words } = nothingFound(common, 'accesses', filters.search, filtered);
  const empty = filters.search ? (
    <NothingFound icon={<SeenIcon />} {...words} search={field} onClear={reset}>
      {t('log.emptySearch')} {also}
    </NothingFound>
  ) : (
    <EmptyState icon={<SeenIcon />}>
      {common('empty.accesses')}. {t(`log.none.${emptyWord(who, kind)}`)}
    </EmptyState>
  );
  // A printed log names its filters, because the controls are not printed.
  const shownOnly = [
    t(`log.whos.${who}`),
    t(`log.periods.${period}`),
    t(`log.kinds.${kind ?? 'all'}`),
    filters.search && t('log.searched', { words: filters.search }),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <Page>
      <PageTitle back={<BackLink to={paths.privacy}>{t('title')}</BackLink>}>
        {patient.relationship === 'self' ? t('log.title') : t('log.titleOf', { name: fullName(patient) })}
      </PageTitle>
      {list.first && (
        <Card>
          <PeopleCount>
            <span aria-hidden="true">{people}</span>
            <h2>
              <VisuallyHidden>{people} </VisuallyHidden>
              {t('log.people', { count: people })}
            </h2>
            <Text tone="muted" size="small">
              {[known.length === people && format.list(known), t(`log.periods.${period}`)].filter(Boolean).join(' · ')}
            </Text>
          </PeopleCount>
        </Card>
      )}
      <LogCheck patientId={patient.id} />
      <Stack gap={4}>
        <PrintOnly>{shownOnly}</PrintOnly>
        <Stack gap={4} data-print="hide">
          <ChoiceChips
            legend={t('log.who')}
            labelHidden
            name="who"
            value={who}
            onChange={(event) => set('who', event.currentTarget.value)}
            options={whos.map((value) => ({ value, label: t(`log.whos.${value}`) }))}
          />
          <ListSearch ref={field} label={t('log.search')} filters={filters} set={set} />
          <Row align="end">
            <Row wrap={false}>
              <SelectField
                compact
                label={t('log.period')}
                labelHidden
                value={period}
                onChange={(event) => set('period', event.currentTarget.value)}
                options={periods.map((value) => ({ value, label: t(`log.periods.${value}`) }))}
              />
              <SelectField
                compact
                label={t('log.kind')}
                labelHidden
                value={kind ?? ''}
                onChange={(event) => set('kind', event.currentTarget.value)}
                options={[
                  { value: '', label: t('log.kinds.all') },
                  ...kinds.map((value) => ({ value, label: t(`log.kinds.${value}`) })),
                ]}
              />
            </Row>
            <span role="status">{!list.isLoading && !list.problem && t('log.count', { count: list.total })}</span>
          </Row>
        </Stack>
        <ListStates list={list} empty={empty}>
          {() => (
            <>
              <div ref={days}>
                <AccessDays days={byDay(list.items)} />
              </div>
              <MoreRows list={list} rowsOf={() => days.current?.querySelectorAll('li:not([hidden])') ?? []} />
              <Row data-print="hide">
                <Button variant="quiet" icon={<PrintIcon />} onClick={() => window.print()}>
                  {t('log.print')}
                </Button>
              </Row>
            </>
          )}
        </ListStates>
      </Stack>
      <Row gap={3} wrap={false} align="start">
        <SafeIcon />
        <Text size="small">{t('log.complete')}</Text>
      </Row>
    </Page>
  );
}
