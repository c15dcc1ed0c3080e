import { usualKeys } from '@konsil/contracts/shortcut-keys';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { useListSessionsQuery, useSaveSettingsMutation } from './account.ts';
import { refreshAll } from './live.ts';
import { useListPatientsInfiniteQuery } from './patients.ts';
import { sessionUsed } from './session-signals.ts';
import { createPortalStore } from './store.ts';

const asked: Request[] = [];
const used = jest.fn();
const stop = sessionUsed.listen(used);
const browserSays = (isActive: boolean | undefined) =>
  Object.defineProperty(navigator, 'userActivation', {
    configurable: true,
    value: isActive === undefined ? undefined : { isActive },
  });
const inBackground = () => asked.map((request) => request.headers.get('x-background'));

beforeEach(() => {
  asked.length = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    asked.push(new Request(input as string, init));
    const path = String(input);
    const chosen = { keys: usualKeys, goes_on: true, filters: {} };
    const settings = { locale: 'de', notify_email: 'none', notify_sms: false, shortcuts: true, ...chosen };
    const answer = path.endsWith('/sessions')
      ? []
      : path.endsWith('/settings')
        ? settings
        : { items: [], next_cursor: null, total: 0 };
    return Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }));
  });
});
afterEach(() => browserSays(undefined));
afterAll(stop);

function Page() {
  const sessions = useListSessionsQuery();
  const patients = useListPatientsInfiniteQuery({});
  const [saveSettings] = useSaveSettingsMutation();
  return sessions.data && patients.data ? (
    <button onClick={() => void saveSettings({ locale: 'de' })}>save</button>
  ) : null;
}
const open = async () => {
  const store = createPortalStore();
  await act(
    async () =>
      void render(
        <Provider store={store}>
          <Page />
        </Provider>,
      ),
  );
  await screen.findByRole('button');
  asked.length = 0;
  used.mockClear();
  return store;
};

test('background requests of an open page do not extend the session', async () => {
  const store = await open();
  browserSays(false);
  act(() => refreshAll(store));
  await waitFor(() => expect(asked).toHaveLength(2));
  act(() => screen.getByRole('button').click());
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(inBackground()).toEqual(['1', '1', '1']);
  expect(used).not.toHaveBeenCalled();
});

test.each([
  ['somebody presses and types', true],
  ['the browser cannot tell', undefined],
])('does extend it when %s', async (_name, isActive) => {
  const store = await open();
  browserSays(isActive);
  act(() => refreshAll(store));
  await waitFor(() => expect(used).toHaveBeenCalledTimes(2));
  expect(inBackground()).toEqual([null, null]);
});
