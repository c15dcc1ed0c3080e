import { screen } from '@testing-library/react';
import { practiceMoment, setPracticeZone, usualZone } from '@konsil/contracts/practice-time';
import { renderWithProviders } from '@konsil/testing';
import { AppointmentTimes } from './AppointmentTimes.tsx';

afterEach(() => setPracticeZone(usualZone));

/** 09:00 in the time zone of the practice, rendered in the reader's time zone. */
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

test('shows the time of the practice, with zone and local time where they differ', async () => {
  expect(await nineIn('America/New_York')).toMatch(
    /^Dienstag, 1\. Dezember 2099, 09:00 Uhr \(Ortszeit der Praxis: Nordamerikanische Ostküsten-Normalzeit; auf Ihrem Gerät \d\d:00 Uhr\)$/,
  );
});

test('shows the local day where it differs from the day of the practice', async () => {
  expect(await nineIn('Pacific/Kiritimati')).toMatch(
    /^Dienstag, 1\. Dezember 2099, 09:00 Uhr \(Ortszeit der Praxis: .+; auf Ihrem Gerät Montag, 30\. November 2099, \d\d:00 Uhr\)$/,
  );
});

test('print always names the time zone', async () => {
  expect(await nineIn(usualZone, true)).toBe('Dienstag, 1. Dezember 2099, 09:00 Uhr (Mitteleuropäische Normalzeit)');
});
