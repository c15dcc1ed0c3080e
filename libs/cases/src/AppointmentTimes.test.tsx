import { screen } from '@testing-library/react';
import { practiceMoment, setPracticeZone, usualZone } from '@konsil/contracts/practice-time';
import { renderWithProviders } from '@konsil/testing';
import { AppointmentTimes } from './AppointmentTimes.tsx';

afterEach(() => setPracticeZone(usualZone));

/** Nine o'clock at a practice in this zone, on the reader's device. */
const nineIn = async (zone: string, onPaper = false) => {
  setPracticeZone(zone);
  const accepted = practiceMoment('2099-12-01T09:00')?.toISOString() ?? '';
  await renderWithProviders(
    <AppointmentTimes
      appointment={{ proposed: [accepted], accepted, cancelled: null, place: 'Praxis' }}
      onPaper={onPaper}
    />,
  );
  return (await screen.findByText(/1\.\sDezember/)).textContent.replace(/\s/g, ' ');
};

test('an appointment is told in the time of the practice, the zone and the device beside it where they differ', async () => {
  expect(await nineIn('America/New_York')).toMatch(
    /^Dienstag, 1\. Dezember 2099, 09:00 Uhr \(Ortszeit der Praxis: Nordamerikanische Ostküsten-Normalzeit; auf Ihrem Gerät \d\d:00 Uhr\)$/,
  );
});

test('where the device shows another day the day is told, too', async () => {
  expect(await nineIn('Pacific/Kiritimati')).toMatch(
    /^Dienstag, 1\. Dezember 2099, 09:00 Uhr \(Ortszeit der Praxis: .+; auf Ihrem Gerät Montag, 30\. November 2099, \d\d:00 Uhr\)$/,
  );
});

test('paper names the zone always: it is read anywhere', async () => {
  expect(await nineIn(usualZone, true)).toBe('Dienstag, 1. Dezember 2099, 09:00 Uhr (Mitteleuropäische Normalzeit)');
});
