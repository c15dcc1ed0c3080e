import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { confirmAndSignOut, useLeaveGuard, useSignOutGuard } from '@konsil/forms/leave-guard';
import { fakeApi } from '@konsil/testing';
import { renderInPortal } from './testing.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { SessionEnding } from './SessionEnding.tsx';

const api = fakeApi({ authSession: {} });
afterAll(() => api.restore());

function Editor({ said }: { said?: string }) {
  const [unsaved, setUnsaved] = useState(false);
  useLeaveGuard(unsaved, said);
  return (
    <>
      <button onClick={() => setUnsaved(true)}>type</button>
      <Link to="/elsewhere">elsewhere</Link>
      <LeaveGuard />
    </>
  );
}
const open = (said?: string) => renderInPortal(<Editor said={said} />, { route: '/edit', path: '/edit', login: null });

test('follows a link while nothing is unsaved', async () => {
  const { currentPath } = await open();
  await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
  await waitFor(() => expect(currentPath()).toBe('/elsewhere'));
});

test('asks before leaving unsaved work; staying keeps the page', async () => {
  const { currentPath } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'type' }));
  await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
  // It is mounted one frame before it is visible.
  await waitFor(() => expect(screen.getByRole('alertdialog', { name: 'Seite verlassen?' })).toBeVisible());
  await userEvent.click(screen.getByRole('button', { name: 'Hier bleiben' }));
  expect(currentPath()).toBe('/edit');

  await userEvent.click(screen.getByRole('link', { name: 'elsewhere', hidden: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Verlassen' }));
  await waitFor(() => expect(currentPath()).toBe('/elsewhere'));
});

test('shows what would be lost if the page specifies it', async () => {
  await open('Haben Sie die Codes aufbewahrt?');
  await userEvent.click(screen.getByRole('button', { name: 'type' }));
  await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
  await waitFor(() =>
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription('Haben Sie die Codes aufbewahrt?'),
  );
});

test('asks before closing the browser while anything is unsaved', async () => {
  await open();
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(close()).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: 'type' }));
  expect(close()).toBe(true);
});

describe('Signing out', () => {
  const signOut = jest.fn();
  function Uploads({ said }: { said: string | undefined }) {
    useSignOutGuard(said);
    return (
      <>
        <Editor />
        <button onClick={() => confirmAndSignOut(signOut)}>sign out</button>
      </>
    );
  }
  const openBeside = (said?: string) =>
    renderInPortal(<Uploads said={said} />, { route: '/edit', path: '/edit', login: null });
  const press = () => userEvent.click(screen.getByRole('button', { name: 'sign out', hidden: true }));

  test('happens at once when nothing would be lost', async () => {
    await openBeside();
    await press();
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  test('asks first while files are unsent, on every page; links do not ask', async () => {
    const { currentPath } = await openBeside('Zwei Dateien gehen verloren.');
    await press();
    await waitFor(() => expect(screen.getByRole('alertdialog', { name: 'Abmelden?' })).toBeVisible());
    expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription('Zwei Dateien gehen verloren.');
    await userEvent.click(screen.getByRole('button', { name: 'Hier bleiben' }));
    expect(signOut).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('link', { name: 'elsewhere', hidden: true }));
    await waitFor(() => expect(currentPath()).toBe('/elsewhere'));
  });

  test('asks first also in the expiry dialog; staying returns to it', async () => {
    function Late() {
      useSignOutGuard('Zwei Dateien gehen verloren.');
      return (
        <>
          <LeaveGuard />
          <SessionEnding secondsLeft={50} />
        </>
      );
    }
    await renderInPortal(<Late />, { route: '/edit', path: '/edit', login: null });
    await userEvent.click(await screen.findByRole('button', { name: 'Jetzt abmelden' }));
    await waitFor(() => expect(screen.getByRole('alertdialog', { name: 'Abmelden?' })).toBeVisible());
    await userEvent.click(screen.getByRole('button', { name: 'Hier bleiben' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Angemeldet bleiben' })).toBeVisible());
    expect(api.callsOf('logout')).toHaveLength(0);
  });

  test('asks first with unsaved work; after confirming, the browser does not ask again', async () => {
    await openBeside();
    await userEvent.click(screen.getByRole('button', { name: 'type' }));
    await press();
    await userEvent.click(await screen.findByRole('button', { name: 'Abmelden' }));
    expect(signOut).toHaveBeenCalledTimes(1);
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(false);
  });
});
