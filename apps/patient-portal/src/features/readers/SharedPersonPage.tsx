// @bundle route
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useEndReaderMutation, useGetSharedRecordQuery } from '@konsil/api/readers';
import { shortDoctorName } from '@konsil/cases';
import { useAction, useNavigateFromHere } from '@konsil/common';
import type { SharedRecord } from '@konsil/contracts/readers';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import {
  BackLink,
  Badge,
  Button,
  Card,
  Columns,
  ConfirmDialog,
  EmptyState,
  List,
  ListLinkRow,
  Page,
  PageTitle,
  Row,
  Section,
  Stack,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { readerTexts } from './texts.ts';

/** A person that somebody else shares: the cases that were sent, to read. */
export function SharedPersonPage() {
  const { t } = useTexts(readerTexts);
  const { readerId = '' } = useParams();
  const result = useGetSharedRecordQuery(readerId, { refetchOnMountOrArgChange: true });
  return (
    <Loaded
      result={result}
      gone={{ title: t('person.gone'), text: t('person.goneText') }}
      back={{ to: paths.sharedWithMe, label: t('person.back') }}
      label={t('person.loading')}
      failed={t('person.failed')}
      width="wide"
    >
      {(record) => <Shown record={record} />}
    </Loaded>
  );
}

function Shown({ record: { id, role, person, shared_by: name, patient, cases, until } }: { record: SharedRecord }) {
  const { t } = useTexts(readerTexts);
  const format = useFormat();
  return (
    <Page width="wide">
      <PageTitle
        back={<BackLink to={paths.sharedWithMe}>{t('person.back')}</BackLink>}
        lead={t('person.lead', { name, day: format.day(patient.date_of_birth) })}
      >
        {person}
      </PageTitle>
      <Columns>
        <Section title={t('person.cases')}>
          {cases.length === 0 ? (
            <Card padding="none">
              <EmptyState>{t('person.none')}</EmptyState>
            </Card>
          ) : (
            <List>
              {cases.map((theCase) => (
                <ListLinkRow
                  key={theCase.id}
                  to={role === 'act' ? paths.case(theCase.id) : paths.sharedCase(id, theCase.id)}
                  title={theCase.case_name}
                  detail={t('person.row', {
                    doctor: shortDoctorName(theCase.doctor_name),
                    day: format.day(theCase.sent_at),
                  })}
                  state={<Badge>{t(`status.${theCase.status}`)}</Badge>}
                />
              ))}
            </List>
          )}
        </Section>
        <Card>
          <Section title={t('person.access')}>
            <Stack gap={3}>
              <p>{t(role === 'act' ? 'person.actsText' : 'person.accessText', { name, person })}</p>
              {until && <p>{t('person.until', { day: format.dayLong(until) })}</p>}
              <Leave id={id} person={person} name={name} />
            </Stack>
          </Section>
        </Card>
      </Columns>
    </Page>
  );
}

function Leave({ id, person, name }: { id: string; person: string; name: string }) {
  const { t } = useTexts(readerTexts);
  const { t: common } = useCommon();
  const act = useAction();
  const navigate = useNavigateFromHere();
  const [end, { isLoading }] = useEndReaderMutation();
  const [asks, setAsks] = useState(false);
  const leave = async () => {
    const left = await act(end(id).unwrap(), { text: t('person.left') });
    setAsks(false);
    if (left) navigate(paths.dashboard);
  };
  return (
    <>
      <Row>
        <Button variant="secondary" size="small" onClick={() => setAsks(true)}>
          {t('person.leave')}
        </Button>
      </Row>
      <ConfirmDialog
        open={asks}
        tone="danger"
        title={t('person.leaveTitle', { person })}
        confirmLabel={t('person.leave')}
        cancelLabel={common('words.cancel')}
        busy={isLoading}
        onCancel={() => setAsks(false)}
        onConfirm={() => void leave()}
      >
        {t('person.leaveText', { person, name })}
      </ConfirmDialog>
    </>
  );
}
