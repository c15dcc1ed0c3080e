import { useState } from 'react';
import type { FormEvent } from 'react';
import type { Answer } from '@konsil/contracts/requests';
import { useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, Form, RadioCards, Row, Stack, Text } from '@konsil/ui';
import { AppointmentTimes } from './AppointmentTimes.tsx';
import { caseTexts } from './texts.ts';

export interface AppointmentChoiceProps {
  appointment: NonNullable<Answer['appointment']>;
  /** Accepts one of the times. Throws what the call threw. */
  accept: (startsAt: string) => Promise<unknown>;
  /** The words for what `accept` threw. */
  failed?: string | undefined;
  busy?: boolean;
}

/** Chooses one of the proposed times. Once all are over, says so. */
export function AppointmentChoice({ appointment, accept, failed, busy = false }: AppointmentChoiceProps) {
  const { t } = useTexts(caseTexts);
  const format = useFormat();
  const [chosen, setChosen] = useState('');
  const [missing, setMissing] = useState(false);
  const now = new Date().toISOString();
  const free = appointment.proposed.filter((moment) => moment > now);

  if (free.length === 0) return (
    <Stack gap={3}>
      <AppointmentTimes appointment={appointment} />
      <p>{t('letter.past')}</p>
    </Stack>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(chosen === '');
    if (chosen) void accept(chosen);
  };
  return (
    <Form onSubmit={submit}>
      <RadioCards
        legend={t('letter.choose')} name="appointment" value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}
        hint={appointment.place && t('letter.place', { place: appointment.place })} error={missing && !chosen ? t('letter.choiceMissing') : undefined}
        options={free.map((moment) => ({ value: moment, title: format.moment(moment) }))}
      />
      <Text as="p" tone="muted">{t('letter.noneSuits')}</Text>
      {failed && <Alert tone="danger">{failed}</Alert>}
      <Row><Button type="submit" busy={busy}>{t('letter.accept')}</Button></Row>
    </Form>
  );
}
