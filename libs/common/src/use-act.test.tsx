import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { initI18n } from '@konsil/i18n';
import { ToastProvider } from '@konsil/ui';
import { useAction } from './index.ts';
import type { ToastAction } from './index.ts';

beforeAll(() => initI18n({ locale: 'de' }));

function Doer({ doing, said }: { doing: () => Promise<unknown>; said: ToastAction }) {
  const does = useAction();
  return <button onClick={() => void does(doing(), said)}>Los</button>;
}
const press = async (doing: () => Promise<unknown>, said: ToastAction) => {
  await act(
    async () =>
      void render(
        <Suspense>
          <ToastProvider words={{ region: 'Meldungen', close: 'Schließen' }}>
            <Doer doing={doing} said={said} />
          </ToastProvider>
        </Suspense>,
      ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Los' }));
};

test('reports success, and that it was undone', async () => {
  const undo = jest.fn(() => Promise.resolve());
  await press(() => Promise.resolve(), { text: 'Archiviert', undo });
  await screen.findByText('Archiviert');
  await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(await screen.findByText('Wiederhergestellt')).toBeVisible();
});

test('reports the reason of a failure, and that nothing changed', async () => {
  await press(() => Promise.reject(Object.assign(new Error(), { code: 'unavailable' })), {
    text: 'Archiviert',
    unchanged: 'Am Fall hat sich nichts geändert.',
  });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Der Dienst ist gerade nicht erreichbar\..*Am Fall hat sich nichts geändert\.$/,
  );
  expect(screen.queryByText('Archiviert')).not.toBeInTheDocument();
});
