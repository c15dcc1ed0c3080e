import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { mainId, Section } from '@konsil/ui';
import { tabTitle } from './tab-title.ts';
import { usePageFrame } from './use-page-frame.ts';

function Later() {
  const [ready, setReady] = useState(false);
  return ready ? (
    <h1 tabIndex={-1}>Später da</h1>
  ) : (
    <>
      <h1 data-waiting>Wird geladen</h1>
      <button onClick={() => setReady(true)}>load</button>
    </>
  );
}
function Parts() {
  return (
    <>
      <h1 tabIndex={-1}>Fall</h1>
      <Routes>
        <Route path="form" element={<Link to="/part/sent">send</Link>} />
        <Route path="sent" element={<p>Gesendet</p>} />
      </Routes>
    </>
  );
}
function Planned() {
  const [shown, show] = useState(true);
  return (
    <>
      <h1 tabIndex={-1}>Meine Daten</h1>
      {shown && <button onClick={() => show(false)}>away</button>}
      <Erasure />
    </>
  );
}
function Erasure() {
  const [planned, plan] = useState(false);
  return (
    <Section title="Konto löschen">
      {planned ? <p>Geplant</p> : <button onClick={() => plan(true)}>plan</button>}
    </Section>
  );
}
function Frame({ unread = 0 }: { unread?: number }) {
  usePageFrame(unread);
  return (
    <>
      <Link to="/b">to b</Link>
      <Link to="/later">to later</Link>
      <main id={mainId} tabIndex={-1}>
        <Routes>
          <Route path="/a" element={<h1 tabIndex={-1}>Fälle</h1>} />
          <Route
            path="/b"
            element={
              <h1 tabIndex={-1} key="b">
                Nachrichten
              </h1>
            }
          />
          <Route path="/later" element={<Later />} />
          <Route path="/planned" element={<Planned />} />
          <Route path="/part/*" element={<Parts />} />
        </Routes>
      </main>
    </>
  );
}
const twoFrames = () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
const open = (unread?: number, at = '/a') =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Frame {...(unread !== undefined && { unread })} />
    </MemoryRouter>,
  );

test("the document title has the page's title and the unread count", () => {
  open(3);
  expect(document.title).toBe('(3) Fälle – Konsil');
  expect(tabTitle('')).toBe('Konsil');
});

test('opening the first page moves no focus', () => {
  open();
  expect(document.body).toHaveFocus();
});

test('focuses the title also where the frame mounts with the page, as after sign-in', async () => {
  render(
    <MemoryRouter initialEntries={['/login']}>
      <Routes>
        <Route
          path="/login"
          element={
            <Link to="/later" replace>
              sign in
            </Link>
          }
        />
        <Route path="*" element={<Frame />} />
      </Routes>
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'sign in' }));
  act(() => screen.getByRole('button').click());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Später da' })).toHaveFocus());
});

test("the focus moves to the next page's title, and the document title follows", async () => {
  open();
  await userEvent.click(screen.getByRole('link', { name: 'to b' }));
  expect(screen.getByRole('heading', { name: 'Nachrichten' })).toHaveFocus();
  await waitFor(() => expect(document.title).toBe('Nachrichten – Konsil'));
});

test('a title that renders late gets the focus once it renders', async () => {
  open();
  await userEvent.click(screen.getByRole('link', { name: 'to later' }));
  expect(screen.getByRole('main')).toHaveFocus();
  expect(document.title).toBe('Konsil');
  act(() => screen.getByRole('button').click());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Später da' })).toHaveFocus());
});

test('the title gets the focus when the focused part of the page is unmounted', async () => {
  open(undefined, '/part/form');
  await userEvent.click(screen.getByRole('link', { name: 'send' }));
  expect(screen.getByText('Gesendet')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Fall' })).toHaveFocus();
});

test("unmounting a focused element focuses its section's heading, else the page's", async () => {
  open(undefined, '/planned');
  await userEvent.click(screen.getByRole('button', { name: 'plan' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Konto löschen' })).toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: 'away' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Meine Daten' })).toHaveFocus());
});

test('unmounting a button that had lost the focus does not move the focus', async () => {
  open(undefined, '/planned');
  screen.getByRole('button', { name: 'plan' }).focus();
  act(() => (document.activeElement as HTMLElement).blur());
  await twoFrames();
  act(() => screen.getByRole('button', { name: 'plan' }).click());
  await twoFrames();
  expect(document.body).toHaveFocus();
});
