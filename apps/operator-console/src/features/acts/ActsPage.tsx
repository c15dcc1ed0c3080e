import { useState } from 'react';
import { useOperatorActsFileMutation, useOperatorActsInfiniteQuery } from '@konsil/api/console-letters';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import { absenceEndReasons, absenceReasons, actReasons, holdReasons } from '@konsil/contracts/console-codes';
import type { AbsenceEndReason, AbsenceReason, ActReason, HoldReason } from '@konsil/contracts/console-codes';
import { mostActsInFile } from '@konsil/contracts/console-letters';
import { specialtyIn } from '@konsil/contracts/specialties';
import type { OperatorAct } from '@konsil/contracts/console-letters';
import { readableAddress } from '@konsil/contracts/mail-address';
import { useFormat, useLocale, useTexts } from '@konsil/i18n';
import {
  Badge,
  Button,
  DownloadIcon,
  EmptyState,
  HistoryIcon,
  List,
  ListRow,
  Page,
  PageTitle,
  Row,
  SelectField,
  Stack,
  TextField,
  useToast,
} from '@konsil/ui';
import { legalTexts } from '../legal/texts';
import { peopleTexts } from '../people/texts';
import { actsTexts } from './texts';

const detailNames = [
  'clinic',
  'found',
  'letters',
  'acts',
  'network',
  'device',
  'permissions',
  'kind',
  'version',
  'holds_from',
  'setting',
  'before',
  'size',
  'specialty',
  'fields',
  'from',
  'to',
  'deputy',
] as const;
const isDetail = (name: string): name is (typeof detailNames)[number] =>
  (detailNames as readonly string[]).includes(name);
const everybody = 'all';
type Reason = ActReason | HoldReason | AbsenceReason | AbsenceEndReason;
const isActReason = (code: string): code is Reason =>
  ([...actReasons, ...holdReasons, ...absenceReasons, ...absenceEndReasons] as readonly string[]).includes(code);
const commandLine = 'command-line';

function ActRow({ act }: { act: OperatorAct }) {
  const { t, nameOf } = useActWords();
  const { t: p } = useTexts(peopleTexts);
  const { t: l } = useTexts(legalTexts);
  const format = useFormat();
  const locale = useLocale();
  const { reason, reference, ...others } = act.detail;
  const valueOf = (name: string, value: string) => {
    if (name === 'holds_from' || name === 'from' || name === 'to') return format.day(value);
    if (name === 'specialty') return specialtyIn(value, locale);
    return name === 'kind' && (value === 'privacy' || value === 'terms') ? l(`kind.${value}`) : value;
  };
  const details = [
    t('line', { operator: act.operator || t('filter.commandLine'), at: format.momentWithin(act.at) }),
    act.subject && t('about', { email: readableAddress(act.subject) }),
    reason && t('reasonIs', { reason: isActReason(reason) ? p(`reason.${reason}`) : reason }),
    reference && t('referenceIs', { reference }),
    ...Object.entries(others).map(([name, value]) =>
      isDetail(name) ? t(`details.${name}`, { value: valueOf(name, value) }) : `${name}: ${value}`,
    ),
  ];
  return (
    <ListRow
      title={nameOf(act.action)}
      detail={details.filter(Boolean).join(' · ')}
      state={act.result === 'denied' && <Badge tone="danger">{t('denied')}</Badge>}
    />
  );
}

/** Names of actions; an action without a name is shown by its code. */
function useActWords() {
  const { t } = useTexts(actsTexts);
  const names: Record<string, string> = {
    'person.search': t('actions.person_search'),
    'person.lock': t('actions.person_lock'),
    'person.unlock': t('actions.person_unlock'),
    'person.end_sessions': t('actions.person_end_sessions'),
    'person.forget_attempts': t('actions.person_forget_attempts'),
    'person.ask_reset': t('actions.person_ask_reset'),
    'person.confirm_reset': t('actions.person_confirm_reset'),
    'person.refuse_reset': t('actions.person_refuse_reset'),
    'person.hold': t('actions.person_hold'),
    'person.release': t('actions.person_release'),
    'doctor.invite': t('actions.doctor_invite'),
    'doctor.deactivate': t('actions.doctor_deactivate'),
    'doctor.absence': t('actions.doctor_absence'),
    'doctor.absence_end': t('actions.doctor_absence_end'),
    'operator.invite': t('actions.operator_invite'),
    'operator.change': t('actions.operator_change'),
    'operator.close': t('actions.operator_close'),
    'letters.retry': t('actions.letters_retry'),
    'letters.give_up': t('actions.letters_give_up'),
    'clinic.add': t('actions.clinic_add'),
    'clinic.change': t('actions.clinic_change'),
    'clinic.archive': t('actions.clinic_archive'),
    'clinic.restore': t('actions.clinic_restore'),
    'clinic.archive_in': t('actions.clinic_archive_in'),
    'clinic.archive_out': t('actions.clinic_archive_out'),
    'clinic.pool_on': t('actions.clinic_pool_on'),
    'clinic.pool_off': t('actions.clinic_pool_off'),
    'clinic.doctor_in': t('actions.clinic_doctor_in'),
    'clinic.doctor_out': t('actions.clinic_doctor_out'),
    'form.change': t('actions.form_change'),
    'form.end': t('actions.form_end'),
    'legal.publish': t('actions.legal_publish'),
    'legal.withdraw': t('actions.legal_withdraw'),
    'quota.change': t('actions.quota_change'),
    'quota.reset': t('actions.quota_reset'),
    'operators.export': t('actions.operators_export'),
    'account.sign_in': t('actions.account_sign_in'),
    'account.password': t('actions.account_password'),
    'account.second_factor_on': t('actions.account_second_factor_on'),
  };
  return { t, nameOf: (action: string) => names[action] ?? action };
}

const save = (csv: string): void => {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'konsil-operators.csv';
  link.click();
  URL.revokeObjectURL(url);
};

/** The actions of operators, with filters and a download. */
export default function ActsPage() {
  const { t } = useTexts(actsTexts);
  const locale = useLocale();
  const toast = useToast();
  const run = useAction();
  const [who, setWho] = useState(everybody);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const filter = {
    ...(who === everybody ? {} : { operator: who === commandLine ? '' : who }),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
  const { currentData, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useOperatorActsInfiniteQuery(filter);
  const [file, { isLoading }] = useOperatorActsFileMutation();
  const pages = currentData?.pages ?? [];
  const items = pages.flatMap((each) => each.items);
  const download = async () => {
    const asking = file(filter).unwrap();
    if (!(await run(asking, { text: t('saved') }))) return;
    const { csv, complete } = await asking;
    save(csv);
    if (!complete) toast({ text: t('incomplete', { most: mostActsInFile }) });
  };
  return (
    <Page>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <Stack gap={4}>
        <Row align="end">
          <SelectField
            name="operator"
            label={t('filter.operator')}
            value={who}
            onChange={({ target }) => setWho(target.value)}
            options={[
              { value: everybody, label: t('filter.all') },
              { value: commandLine, label: t('filter.commandLine') },
              ...(pages[0]?.operators ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <TextField
            name="from"
            type="date"
            lang={locale}
            label={t('filter.from')}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
            width="short"
          />
          <TextField
            name="to"
            type="date"
            lang={locale}
            label={t('filter.to')}
            value={to}
            onChange={({ target }) => setTo(target.value)}
            width="short"
          />
          <Button variant="secondary" icon={<DownloadIcon />} busy={isLoading} onClick={() => void download()}>
            {t('file')}
          </Button>
        </Row>
        {!currentData && !error && <Waiting rows={4} label={t('loading')} />}
        {!currentData && error && (
          <LoadFailed problem={error} onRetry={refetch}>
            {t('failed')}
          </LoadFailed>
        )}
        {currentData && <p role="status">{t('count', { count: pages[0]?.total ?? 0 })}</p>}
        {currentData && items.length === 0 && <EmptyState icon={<HistoryIcon />}>{t('none')}</EmptyState>}
        {items.length > 0 && (
          <List>
            {items.map((act) => (
              <ActRow key={act.id} act={act} />
            ))}
          </List>
        )}
        {hasNextPage && (
          <div>
            <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        )}
      </Stack>
    </Page>
  );
}
