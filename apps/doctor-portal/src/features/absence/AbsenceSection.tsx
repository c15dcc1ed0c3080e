import { useEndAbsenceMutation, useListAbsencesQuery } from '@konsil/api/absences';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import type { Absence } from '@konsil/contracts/absences';
import { practiceToday, useFormat, useTexts } from '@konsil/i18n';
import { Badge, Button, Card, ConfirmDialog, List, ListRow, Section, Stack } from '@konsil/ui';
import { useState } from 'react';
import { AbsenceForm } from './AbsenceForm';
import { absenceTexts } from './texts';

/** The doctor's absences, and the form for a new one. */
export function AbsenceSection({ id }: { id: string }) {
  const { t } = useTexts(absenceTexts);
  const { data: absences, error, refetch } = useListAbsencesQuery();
  return (
    <Section id={id} title={t('title')}>
      <p>{t('lead')}</p>
      {!absences && !error && <Waiting label={t('loading')} rows={2} />}
      {!absences && error && (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('failed')}
        </LoadFailed>
      )}
      {absences && (
        <Stack gap={4}>
          {absences.length === 0 ? (
            <p>{t('empty')}</p>
          ) : (
            <List>
              {absences.map((absence) => (
                <PlannedAbsence key={absence.id} absence={absence} />
              ))}
            </List>
          )}
          <Card>
            <AbsenceForm />
          </Card>
        </Stack>
      )}
    </Section>
  );
}

function PlannedAbsence({ absence: { id, from, to, deputy } }: { absence: Absence }) {
  const { t } = useTexts(absenceTexts);
  const format = useFormat();
  const act = useAction();
  const [end, { isLoading }] = useEndAbsenceMutation();
  const [asks, setAsks] = useState(false);
  const days = { from: format.day(from), to: format.day(to) };
  const isNow = from <= practiceToday();
  const confirm = async () => {
    await act(end(id).unwrap(), { text: t(isNow ? 'ended' : 'cancelled') });
    setAsks(false);
  };
  return (
    <ListRow
      title={t('days', days)}
      detail={deputy && t('standsIn', { doctor: deputy.name })}
      state={isNow && <Badge>{t('now')}</Badge>}
      actions={
        <>
          <Button
            variant="quiet"
            size="small"
            aria-label={t(isNow ? 'endLabel' : 'cancelLabel', days)}
            onClick={() => setAsks(true)}
          >
            {t(isNow ? 'end' : 'cancel')}
          </Button>
          <ConfirmDialog
            open={asks}
            onCancel={() => setAsks(false)}
            onConfirm={() => void confirm()}
            title={isNow ? t('endTitle') : t('cancelTitle', days)}
            confirmLabel={t(isNow ? 'end' : 'cancel')}
            cancelLabel={t('keep')}
            busy={isLoading}
          >
            {t(isNow ? 'endText' : 'cancelText')}
          </ConfirmDialog>
        </>
      }
    />
  );
}
