import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReactNode } from 'react';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, Route, Routes } from 'react-router-dom';
import type { HealthTexts } from '@konsil/contracts/health-profile';
import { aPatient, fakeApi, renderWithProviders } from '@konsil/testing';
import { UiProvider } from '@konsil/ui';
import { HealthProfilePage } from '../patients/HealthProfilePage.tsx';
import { ImportsPage } from './ImportsPage.tsx';
import { readSummary } from './ips.ts';
import { aBundle, aSection, conditionOf } from './testing/summaries.ts';

// Summaries of other systems: node tools/campaigns.mjs ips --from FOLDER
const { IPS_FROM: folder, IPS_REPORT: report } = process.env;
const own = aBundle([
  aSection('11450-4', [conditionOf('c1', { code: { text: 'Asthma' } })]),
  aSection('11369-6', [{ resourceType: 'Immunization', id: 'i1', vaccineCode: { text: 'Influenza' } }]),
]);
const files: [string, string][] = folder
  ? readdirSync(folder)
      .filter((name) => /\.(?:json|xml)$/i.test(name))
      .map((name): [string, string] => [name, readFileSync(join(folder, name), 'utf8')])
      // The other files that our own tests make are no summaries.
      .filter(([name]) => !/^(?!Bundle)[A-Z]\w+-[\da-f]{12}\.json$/.test(name))
  : [['own.json', JSON.stringify(own)]];

const profile = { version: 0, changed_at: null, confirmed_at: null };
const nothing = { medication: '', allergies: '', operations: '', previous_illnesses: '' };

const InPortal = ({ children }: { children: ReactNode }) => (
  <UiProvider portal="patient" ground="plain" linkComponent={Link}>
    {children}
  </UiProvider>
);
const blocks = 'h2, h3, dt, dd, li, p, [role="alert"], [role="status"]';
/** The text of a page, a line for each block without further ones inside. */
const shownOf = (page: HTMLElement): string =>
  [...page.querySelectorAll<HTMLElement>(blocks)]
    .filter((block) => !block.querySelector(blocks))
    .map(({ textContent }) => textContent?.trim() ?? '')
    .filter(Boolean)
    .join('\n');

/** Chooses a file on the page, takes over what it offers, and returns what was shown and what was saved. */
const takeOver = async (name: string, content: string) => {
  const read = readSummary(content, 'de');
  // The person is here under the name in the file, so only a name that is read wrongly is another.
  const words = (read?.name ?? 'Ohne Namen').split(' ');
  const patient = aPatient({
    first_name: words.slice(0, -1).join(' ') || 'Ohne',
    last_name: words.at(-1) ?? '',
    date_of_birth: read?.birthDate || '1970-01-01',
    gender: read?.gender === 'female' ? 'F' : 'M',
  });
  const api = fakeApi({
    getPatient: patient,
    listImports: [],
    getHealthProfile: { ...nothing, medication_list: null, ...profile },
    saveHealthProfile: { ...nothing, medication_list: null, ...profile },
    getDraft: null,
  });
  const { unmount } = await renderWithProviders(
    <Routes>
      <Route path="/patient/patients/:patientId/imports" element={<ImportsPage />} />
      <Route path="/patient/patients/:patientId/health" element={<HealthProfilePage />} />
      <Route path="*" element={null} />
    </Routes>,
    { route: `/patient/patients/${patient.id}/imports`, wrapper: InPortal },
  );
  await userEvent.upload(await screen.findByLabelText('Datei wählen'), new File([content], name));
  await screen.findByText(/Für das Gesundheitsprofil|enthält nichts für|konnte nicht übernommen werden/);
  const [shown = ''] = shownOf(document.body).split('E-Mails oder ein Ordner');
  const add = screen.queryByRole('link', { name: 'In das Gesundheitsprofil aufnehmen' });
  let saved: HealthTexts | null = null;
  if (add) {
    await userEvent.click(add);
    await userEvent.click(await screen.findByRole('button', { name: 'Gesundheitsprofil speichern' }));
    await waitFor(() => expect(api.callsOf('saveHealthProfile')).toHaveLength(1));
    saved = api.callsOf('saveHealthProfile')[0]?.body as HealthTexts;
  }
  unmount();
  api.restore();
  return { shown, saved };
};

test.each(files)('imports %s, or says what it leaves out', async (name, content) => {
  const { shown, saved } = await takeOver(name, content);
  if (report) appendFileSync(report, `\n# ${name}\n\n${shown}\n\n## Saved\n\n${JSON.stringify(saved, null, 2)}\n`);
  expect(shown).not.toMatch(/konnte nicht übernommen|weichen ab|weicht ab/);
  expect(saved !== null || /Nicht übernommen/.test(shown)).toBe(true);
});
