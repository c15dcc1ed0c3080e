import { screen, within } from '@testing-library/react';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { aProcessOverview, fakeApi, renderWithProviders } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { CaseFrame } from './CaseFrame.tsx';
import type { CaseTab } from './CaseStandingLine.tsx';

let api: FakeApi;
afterEach(() => api.restore());

const open = async (theCase: ProcessOverview, tab: CaseTab) => {
  api = fakeApi({ getCase: theCase });
  await renderWithProviders(<CaseFrame tab={tab}>{() => <p>Inhalt</p>}</CaseFrame>, {
    route: `/patient/process/${theCase.id}`,
    path: '/patient/process/:caseId',
  });
  // Before the case is loaded, the title is that of the loading page.
  const head = (await screen.findByRole('heading', { level: 1, name: theCase.case_name })).closest('header');
  return within(head as HTMLElement);
};

test('every tab of a case shows its state and links to the next step', async () => {
  const theCase = aProcessOverview({ status: 'with_patient', turn: 'patient', new_documents: 2, documents: [] });
  const head = await open(theCase, 'messages');
  expect(head.getByText('Sie sind dran')).toBeVisible();
  expect(head.getByRole('link', { name: 'Prüfen und senden' })).toHaveAttribute(
    'href',
    `/patient/process/${theCase.id}/send`,
  );
});

test('a tab does not repeat its own action in the header', async () => {
  const draft = aProcessOverview({ status: 'draft', turn: 'patient', new_documents: 0, documents: [] });
  const head = await open(draft, 'images');
  expect(head.getByText('Entwurf')).toBeVisible();
  expect(head.queryByRole('link', { name: 'Unterlagen hochladen' })).not.toBeInTheDocument();
});

test('while the doctor has the case its tabs show the expected answer day', async () => {
  const head = await open(aProcessOverview({ answer_due_on: '2099-11-24' }), 'messages');
  expect(head.getByText('Antwort bis Di, 24. November 2099')).toBeVisible();
});

test.each([
  ['overview', 'Übersicht'],
  ['documents', 'Unterlagen'],
  ['images', 'Aufnahmen'],
  ['todos', 'Aufgaben'],
  ['messages', 'Nachrichten'],
] as const)('the document title of %s names the tab before the case', async (tab, name) => {
  const theCase = aProcessOverview();
  await open(theCase, tab);
  const heading = screen.getByRole('heading', { level: 1, name: theCase.case_name });
  // The document title is the text of the h1 (use-page-frame.ts).
  expect(heading).toHaveTextContent(new RegExp(`^${name}: ${theCase.case_name}$`));
});
