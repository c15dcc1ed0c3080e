import { saveFile } from '@konsil/api/file';
import { problemOf } from '@konsil/api/problem';
import { getAppointmentFile } from '@konsil/api/requests';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Button, DateIcon, Row, Stack, useToast } from '@konsil/ui';
import { hasBegun } from './appointment.ts';
import { AppointmentTimes } from './AppointmentTimes.tsx';
import { caseTexts } from './texts.ts';
import { useCancellation } from './use-cancellation.tsx';
import type { OneAppointment } from './use-cancellation.tsx';

/** The accepted appointment with its calendar export, or the note that it was cancelled. */
export function AcceptedAppointment(props: OneAppointment) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const { said, button } = useCancellation(props);
  const { id, appointment } = props.answer;
  if (!appointment?.accepted) return null;
  const { cancelled } = appointment;
  const toCome = !hasBegun(props.answer);

  const saveToCalendar = async () => {
    try {
      saveFile(await getAppointmentFile(id), 'konsil.ics');
      toast({ text: common('toasts.saved') });
    } catch (error) {
      toast({ tone: 'danger', text: problemText(common, problemOf(error)) });
    }
  };
  return (
    <Stack gap={3}>
      <AppointmentTimes appointment={appointment} />
      {said}
      {(toCome || button) && (
        <Row>
          {toCome && (
            <Button variant="secondary" icon={<DateIcon />} onClick={() => void saveToCalendar()}>
              {t(cancelled ? 'appointment.calendarCancelled' : 'appointment.calendar')}
            </Button>
          )}
          {button}
        </Row>
      )}
    </Stack>
  );
}
