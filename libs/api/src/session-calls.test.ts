import { sessionCalls } from './session-calls.ts';
import { createPortalStore } from './store.ts';
import { baseApi } from './base-api.ts';

const session = {
  user: {
    user_patient_id: 'ada',
    user_fullname: 'Ada Adler',
    role: 'patient',
    email: 'a@konsil.example',
    locale: 'de',
  },
  expires: '2030-01-01T00:00:00.000Z',
};
const answers: (() => void)[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  answers.length = 0;
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      () => new Promise((answer) => answers.push(() => answer(new Response(JSON.stringify(session))))),
    );
});
afterEach(() => jest.useRealTimers());

const firstPoll = async () => {
  const asked = sessionCalls.authSession();
  await jest.advanceTimersByTimeAsync(0);
  answers[0]?.();
  await expect(asked).resolves.toEqual(session);
};

test('a poll response after cache eviction still returns the session', async () => {
  createPortalStore();
  await firstPoll();
  await jest.advanceTimersByTimeAsync(59_000);
  const second = sessionCalls.authSession();
  await jest.advanceTimersByTimeAsync(5_000);
  answers[1]?.();
  await expect(second).resolves.toEqual(session);
});

test('a discarded poll fails without changing the session state', async () => {
  const store = createPortalStore();
  const poll = sessionCalls.authSession();
  await jest.advanceTimersByTimeAsync(0);
  store.dispatch(baseApi.util.resetApiState());
  answers[0]?.();
  await expect(poll).rejects.toMatchObject({ problem: { code: 'network' } });
});
