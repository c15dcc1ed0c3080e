import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from '@konsil/contracts/codes';
import { anAnswer, aProcessOverview, fakeApi, refusalWith, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { AcceptedAppointment } from './AcceptedAppointment.tsx';

let api: FakeApi;
afterEach(() => {
  jest.useRealTimers();
  api.restore();
});

const at = '2099-12-01T09:00:00.000Z';
const agreed = (cancelled: { at: string; by: Role | 'system' } | null = null) =>
  anAnswer({
    option: 'schedule_appointment',
    appointment: { proposed: [at], accepted: at, cancelled, place: 'Domstraße 1' },
  });
const open = (reader: Role, answer = agreed()) =>
  renderWithProviders(
    <AcceptedAppointment
      answer={answer}
      theCase={aProcessOverview({ status: 'answered', turn: 'none' })}
      reader={reader}
    />,
  );
const question = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Termin absagen' }));
  return screen.findByRole('alertdialog', { name: 'Diesen Termin absagen?' });
};

test('cancelling asks first, explains the consequences and can be abandoned', async () => {
  api = fakeApi({ cancelAppointment: agreed({ at: '2026-11-23T09:00:00.000Z', by: 'patient' }) });
  await open('patient');
  const asked = await question();
  expect(asked).toHaveTextContent('1. Dezember 2099');
  expect(asked).toHaveTextContent(/Dr\.\sSandberg bekommt Bescheid und kann Ihnen andere Zeiten vorschlagen/);
  await waitFor(() => expect(within(asked).getByRole('button', { name: 'Termin behalten' })).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(api.callsOf('cancelAppointment')).toEqual([]);
  await userEvent.click(within(await question()).getByRole('button', { name: 'Termin absagen' }));
  expect(await screen.findByText('Termin abgesagt')).toBeVisible();
  expect(api.callsOf('cancelAppointment')).toHaveLength(1);
});

test('the doctor learns that the patient is notified; a failure gives its reason', async () => {
  api = fakeApi({ cancelAppointment: refusalWith('not_allowed_now', 409) });
  await open('doctor');
  const asked = await question();
  expect(asked).toHaveTextContent('Miriam Adler bekommt Bescheid. Danach können Sie andere Zeiten vorschlagen.');
  await userEvent.click(within(asked).getByRole('button', { name: 'Termin absagen' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Das ist im Moment nicht möglich.');
});

test('a deputy cannot cancel, and sees that the doctor cancelled', async () => {
  api = fakeApi({});
  const theCase = aProcessOverview({ status: 'answered', turn: 'none' });
  const shown = (answer = agreed()) =>
    renderWithProviders(<AcceptedAppointment answer={answer} theCase={theCase} reader="doctor" standsIn />);
  const { unmount } = await shown();
  expect(await screen.findByRole('button', { name: /Kalender/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Termin absagen' })).toBeNull();
  unmount();
  await shown(agreed({ at: '2026-11-23T09:00:00.000Z', by: 'doctor' }));
  expect(await screen.findByText(/^Abgesagt von Dr\.\sSandberg am/)).toBeVisible();
});

test.each(['patient', 'doctor'] as const)(
  'once the appointment has begun, cancelling tells the %s that it is too late',
  async (reader) => {
    jest.useFakeTimers({ now: new Date('2099-12-01T08:59:50.000Z'), advanceTimers: true });
    api = fakeApi();
    await open(reader);
    const button = await screen.findByRole('button', { name: 'Termin absagen' });
    jest.setSystemTime(new Date('2099-12-01T09:00:10.000Z'));
    await userEvent.setup({ advanceTimers: jest.advanceTimersByTime }).click(button);
    const said = await screen.findByText(
      'Der Termin hat schon begonnen und lässt sich nicht mehr absagen. Schreiben Sie stattdessen eine Nachricht.',
    );
    await waitFor(() => expect(said).toHaveFocus());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Termin absagen' })).toBeNull();
    expect(api.callsOf('cancelAppointment')).toEqual([]);
  },
);

test('a cancelled appointment says who cancelled it and is exported as cancelled', async () => {
  api = fakeApi();
  const { unmount } = await open('patient');
  expect(await screen.findByRole('button', { name: 'Im Kalender speichern' })).toBeVisible();
  unmount();
  const mine = await open('patient', agreed({ at: '2026-11-23T09:00:00.000Z', by: 'patient' }));
  expect(await screen.findByText(/^Abgesagt von Ihnen am Montag, 23\.\sNovember/)).toBeVisible();
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Absage in meinen Kalender übernehmen',
  ]);
  mine.unmount();
  await open('doctor', agreed({ at: '2026-11-23T09:00:00.000Z', by: 'patient' }));
  expect(await screen.findByText(/^Abgesagt von Miriam Adler am Montag/)).toBeVisible();
});

test.each(['patient', 'doctor'] as const)(
  "names no doctor to the %s when the appointment ended with the doctor's account",
  async (reader) => {
    api = fakeApi();
    await open(reader, agreed({ at: '2026-11-23T09:00:00.000Z', by: 'system' }));
    expect(
      await screen.findByText(
        /^Abgesagt vom Portal am Montag, 23\.\sNovember.*, weil die Ärztin oder der Arzt Konsil verlassen hat\.$/,
      ),
    ).toBeVisible();
  },
);

test.each(['patient', 'doctor'] as const)(
  'a cancellation on behalf of the owner shows its author to the %s',
  async (reader) => {
    api = fakeApi({});
    const answer = agreed({ at: '2026-11-23T09:00:00.000Z', by: 'patient' });
    const by = { role: 'patient' as const, name: 'Ayşe Demir', acting: true };
    const entryBy = (mine: boolean) => ({
      id: answer.id,
      kind: 'appointment_cancelled' as const,
      at: '2026-11-23T09:00:00.000Z',
      ref_id: answer.id,
      count: null,
      subject: null,
      title_code: null,
      by: { ...by, mine },
    });
    const shown = (mine: boolean) =>
      renderWithProviders(
        <AcceptedAppointment
          answer={answer}
          theCase={aProcessOverview({ status: 'with_doctor', timeline: [entryBy(mine)] })}
          reader={reader}
        />,
      );
    const { unmount } = await shown(false);
    expect(await screen.findByText(/^Abgesagt von Ayşe Demir für Miriam Adler am/)).toBeVisible();
    unmount();
    if (reader === 'doctor') return;
    await shown(true);
    expect(await screen.findByText(/^Abgesagt von Ihnen am/)).toBeVisible();
  },
);
