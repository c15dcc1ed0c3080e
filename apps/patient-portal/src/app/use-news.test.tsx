import type { News } from '@konsil/portal-frame';
import type { LiveEvent } from '@konsil/contracts/events';
import { renderWithProviders } from '@konsil/testing';
import { useNews } from './use-news.ts';

test("toasts announce the doctor's actions with a link, and nothing else", async () => {
  let newsOf = (_event: LiveEvent): News | undefined => undefined;
  function Told() {
    newsOf = useNews();
    return null;
  }
  await renderWithProviders(<Told />);
  const told = (type: LiveEvent['type'], ids: Partial<LiveEvent>) => {
    const news = newsOf({ type, mine: false, ...ids });
    return news && [news.text, news.link.to];
  };
  const ids = { case_id: 'case', patient_id: 'patient', ref_id: 'document' };
  expect(told('document_added', ids)).toEqual([
    'Sie haben ein neues Dokument bekommen',
    '/patient/process/case/documents/document',
  ]);
  expect(told('epicrisis', { patient_id: 'patient' })).toEqual([
    'Eine zusammenfassende Beurteilung ist für Sie da',
    '/patient/patients/patient/epicrisis',
  ]);
  expect(told('message', ids)).toEqual(['Sie haben eine neue Nachricht', '/patient/process/case/messages']);
  expect(told('answer', ids)).toEqual(['Sie haben eine Antwort bekommen', '/patient/process/case']);
  expect(told('question', ids)).toEqual(['Sie haben eine Frage bekommen', '/patient/process/case']);
  // Corrected, archived or checked: not announced.
  expect(told('document', ids)).toBeUndefined();
});
