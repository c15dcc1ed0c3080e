import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useLeaveGuard } from '@konsil/api/leave-guard';
import { fakeApi } from '@konsil/testing';
import { renderInPortal } from '../testing.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';

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

test('a link is followed as long as nothing is unsaved', async () => {
  const { currentPath } = await open();
  await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
  await waitFor(() => expect(currentPath()).toBe('/elsewhere'));
});

test('unsaved work asks first, and staying keeps the page', async () => {
  const { currentPath } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'type' }));
  await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
  // It is there one frame before it can be seen.
  await waitFor(() => expect(screen.getByRole('alertdialog', { name: 'Seite verlassen?' })).toBeVisible());
  await userEvent.click(screen.getByRole('button', { name: 'Hier bleiben' }));
  expect(currentPath()).toBe('/edit');

  await userEvent.click(screen.getByRole('link', { name: 'elsewhere', hidden: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Verlassen' }));
  await waitFor(() => expect(currentPath()).toBe('/elsewhere'));
});

test('who holds something special says what would be lost', async () => {
  await open('Haben Sie die Codes aufbewahrt?');
  await userEvent.click(screen.getByRole('button', { name: 'type' }));
  await userEvent.click(screen.getByRole('link', { name: 'elsewhere' }));
  await waitFor(() => expect(screen.getByRole('alertdialog')).toHaveAccessibleDescription('Haben Sie die Codes aufbewahrt?'));
});

test('closing the browser asks as long as something is unsaved', async () => {
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
