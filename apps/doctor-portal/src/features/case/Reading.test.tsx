import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { byExamination } from '@konsil/contracts/examinations';
import { aDocument, aLogin, fakeApi, renderWithProviders, someSettings } from '@konsil/testing';
import type { FakeApi } from '@konsil/testing';
import { Reading } from './Reading';

const letters = ['befund.jpg', 'brief.jpg', 'labor.jpg'].map((file_name) =>
  // Not described yet: such a picture is named by its file.
  aDocument({ file_name, content_type: 'image/jpeg', medical_kind_code: null }),
);
const entries = byExamination(letters);
let api: FakeApi;
let shortcuts = true;
beforeEach(() => {
  shortcuts = true;
  api = fakeApi({
    getSettings: () => someSettings({ shortcuts }),
    getDocumentFile: ({ params: { id } }) => {
      const { file_name = '', content_type = '' } = letters.find((letter) => letter.id === id) ?? {};
      return {
        documentId: String(id),
        Filelocation: `http://localhost:3000/${file_name}`,
        download: `http://localhost:3000/${file_name}?download=1`,
        file_name,
        content_type,
        expires_at: '2026-11-21T12:00:00Z',
      };
    },
  });
});
afterEach(() => api.restore());

/** A work pane beside the document. */
const Beside = () => (
  <>
    <label>
      <input type="radio" />
      Art
    </label>
    <label>
      Text
      <textarea />
    </label>
  </>
);
function Desk() {
  const [current, open] = useState(letters[0]);
  return (
    <>
      <Beside />
      <Reading
        entries={entries}
        current={current}
        files={entries.find(([letter]) => letter === current)}
        open={open}
        details={undefined}
      />
    </>
  );
}
const open = () => renderWithProviders(<Desk />, { login: aLogin({ role: 'doctor' }) });
const focus = (role: string, name: string) => act(() => screen.getByRole(role, { name }).focus());
const page = (name: string) => screen.findByRole('img', { name: new RegExp(name) });

test('a second document opens and closes by keyboard; focus and first document stay', async () => {
  await open();
  const first = await page('befund.jpg');
  await userEvent.click(screen.getByRole('button', { name: 'Drehen' }));
  focus('combobox', 'Zwei Dokumente nebeneinander');
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('option', { name: /labor.jpg/ });
  await userEvent.keyboard('labor.jpg{Enter}');
  expect(await page('labor.jpg')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Nur ein Dokument zeigen' })).toHaveFocus();
  expect(first).toBeInTheDocument();
  expect(first.style.transform).toBe('rotate(90deg)');

  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('img', { name: /labor.jpg/ })).toBeNull();
  expect(screen.getByRole('combobox', { name: 'Zwei Dokumente nebeneinander' })).toHaveFocus();
  expect(first).toBeInTheDocument();
});

const [documentBefore, documentAfter] = ['ArrowLeft', 'ArrowRight'].map(
  (arrow) => `{Alt>}{Shift>}{${arrow}}{/Shift}{/Alt}`,
) as [string, string];

test('one key reads the documents one by one, announcing each', async () => {
  await open();
  await page('befund.jpg');
  focus('button', 'Nächstes Dokument');
  await userEvent.keyboard('{Enter}');
  await page('brief.jpg');
  expect(screen.getByRole('button', { name: 'Nächstes Dokument' })).toHaveFocus();
  await userEvent.keyboard(documentBefore);
  await page('befund.jpg');
  expect(screen.getByRole('heading', { level: 2 }).closest('[aria-live="polite"]')).not.toBeNull();
});

test('Alt+Shift+arrow works beside the document, but not in a text field', async () => {
  await open();
  await page('befund.jpg');
  focus('textbox', 'Text');
  await userEvent.keyboard(documentAfter);
  expect(screen.queryByRole('img', { name: /brief.jpg/ })).toBeNull();
  focus('radio', 'Art');
  await userEvent.keyboard(documentAfter);
  await page('brief.jpg');
  expect(screen.getByRole('radio', { name: 'Art' })).toHaveFocus();
});

test("Alt+arrow stays the browser's Back and Forward", async () => {
  await open();
  await page('befund.jpg');
  const taken = jest.fn<void, [KeyboardEvent]>();
  window.addEventListener('keydown', taken);
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  window.removeEventListener('keydown', taken);
  expect(taken.mock.calls.map(([event]) => event.defaultPrevented)).not.toContain(true);
  expect(screen.queryByRole('img', { name: /brief.jpg/ })).toBeNull();
});

test('switched-off shortcuts do nothing, and buttons do not mention them', async () => {
  shortcuts = false;
  await open();
  await page('befund.jpg');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Nächstes Dokument' })).not.toHaveAttribute('aria-keyshortcuts'),
  );
  await userEvent.keyboard(documentAfter);
  expect(screen.queryByRole('img', { name: /brief.jpg/ })).toBeNull();
});
