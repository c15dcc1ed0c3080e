import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import * as z from 'zod/mini';
import { requiredText } from '@konsil/contracts/common';
import { initI18n } from '@konsil/i18n';
import { useZodForm } from './forms.ts';
import { hasUnsavedChanges } from './leave-guard.ts';
import { ProblemError } from '@konsil/api/problem';
import type { ApiProblem } from '@konsil/api/problem';
import { useSmallForm } from './small-form.ts';

const schema = z.object({ title: requiredText('titleMissing', 200), code: requiredText('codeMissing', 20) });
type Act = (values: { title: string; code: string }) => Promise<unknown>;
const problem = (fields: Partial<ApiProblem>) =>
  new ProblemError({ status: 422, code: 'invalid', errors: [], ...fields });

function Fields({ form }: { form: ReturnType<typeof useSmallForm> }) {
  const { field, summary, onSubmit } = form;
  const [{ error: titleError, ...title }, { error: codeError, ...code }] = [field('title'), field('code')];
  return (
    <form onSubmit={(event) => void onSubmit(event)}>
      <h2>{summary.title}</h2>
      <ul>
        {summary.errors.map(({ name, message }) => (
          <li key={message} data-attempt={summary.attempt}>{`${name ?? 'form'}: ${message}`}</li>
        ))}
      </ul>
      <label>
        Title <input id="field-title" {...title} />
      </label>
      <p>{titleError}</p>
      <label>
        Code <input id="field-code" {...code} />
      </label>
      <p>{codeError}</p>
      <button>Send</button>
    </form>
  );
}
const Zod = ({ send }: { send: Act }) => (
  <Fields
    form={
      useZodForm({ schema, defaultValues: { title: '', code: '' }, act: send, at: { wrong_code: 'code' } }) as never
    }
  />
);
const Small = ({ send }: { send: Act }) => (
  <Fields form={useSmallForm({ rules: () => Promise.resolve(schema), act: send, at: { wrong_code: 'code' } })} />
);

const open = async (Form: typeof Zod, send: Act) => {
  await act(
    async () =>
      void render(
        <Suspense>
          <Form send={send} />
        </Suspense>,
      ),
  );
  return userEvent.setup();
};
const summary = () => screen.queryAllByRole('listitem').map((line) => line.textContent);
const press = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button'));

beforeAll(() => initI18n({ locale: 'en' }));

test('a small form whose schema did not load is validated by the server alone', async () => {
  const send = jest.fn(() => Promise.resolve());
  const Unchecked = ({ send: to }: { send: Act }) => (
    <Fields
      form={useSmallForm({
        rules: () => Promise.reject<typeof schema>(new TypeError('Failed to fetch dynamically imported module')),
        act: to,
      })}
    />
  );
  const user = await open(Unchecked, send);
  await user.type(screen.getByLabelText('Code'), '123456');
  await press(user);
  expect(send).toHaveBeenCalledWith({ title: '', code: '123456' });
  expect(summary()).toEqual([]);
});

test("without its schema, the server's field error disappears on the next submit", async () => {
  let answerNow = (_: unknown) => {};
  const send = jest
    .fn<Promise<unknown>, []>()
    .mockRejectedValueOnce(problem({ code: 'wrong_code' }))
    .mockReturnValueOnce(new Promise((resolve) => (answerNow = resolve)));
  const rules = () => Promise.reject<typeof schema>(new TypeError('Failed to fetch dynamically imported module'));
  const Unchecked = ({ send: to }: { send: Act }) => (
    <Fields form={useSmallForm({ rules, act: to, at: { wrong_code: 'code' } })} />
  );
  const user = await open(Unchecked, send);
  await press(user);
  expect(await screen.findByText('Verification code is incorrect')).toBeVisible();
  await press(user);
  expect(screen.queryByText('Verification code is incorrect')).toBeNull();
  await act(async () => answerNow({}));
});

describe.each([
  ['useZodForm', Zod],
  ['useSmallForm', Small],
])('%s', (_name, Form) => {
  test('validates on submit, then live until fixed', async () => {
    const send = jest.fn(() => Promise.resolve());
    const user = await open(Form, send);
    await user.type(screen.getByLabelText('Title'), 'x');
    await user.clear(screen.getByLabelText('Title'));
    expect(summary()).toEqual([]);

    await press(user);
    expect(await screen.findByText('Please check 2 entries')).toBeVisible();
    expect(summary()).toEqual(['title: Please enter a title', 'code: Please enter the verification code']);
    expect(send).not.toHaveBeenCalled();

    await user.type(screen.getByLabelText('Title'), 'MRI');
    expect(await screen.findByText('Please check one entry')).toBeVisible();
    await user.type(screen.getByLabelText('Code'), '123456');
    await press(user);
    expect(send).toHaveBeenCalledWith({ title: 'MRI', code: '123456' });
    expect(summary()).toEqual([]);
  });

  test('shows a problem at its field and keeps the input', async () => {
    const user = await open(Form, () => Promise.reject(problem({ code: 'wrong_code' })));
    await user.type(screen.getByLabelText('Title'), 'MRI');
    await user.type(screen.getByLabelText('Code'), '000000');
    await press(user);
    expect(await screen.findByText('Verification code is incorrect')).toBeVisible();
    expect(summary()).toEqual(['code: Verification code is incorrect']);
    expect(screen.getByLabelText('Title')).toHaveValue('MRI');
    expect(screen.getByLabelText('Code')).toHaveValue('000000');
  });

  test('shows a form-level problem above the fields; each failed attempt counts', async () => {
    const user = await open(Form, () => Promise.reject(problem({ status: 0, code: 'network' })));
    await user.type(screen.getByLabelText('Title'), 'MRI');
    await user.type(screen.getByLabelText('Code'), '1');
    await press(user);
    expect(await screen.findByText('That did not work')).toBeVisible();
    expect(summary()).toEqual(['form: No connection. Please check your internet connection and try again.']);
    expect(screen.getByRole('listitem')).toHaveAttribute('data-attempt', '1');
    await press(user);
    expect(await screen.findByRole('listitem')).toHaveAttribute('data-attempt', '2');
  });
});

test('hides the connection error once the connection is back, and keeps the input', async () => {
  const user = await open(Zod, () => Promise.reject(problem({ status: 0, code: 'network' })));
  await user.type(screen.getByLabelText('Title'), 'MRI');
  await user.type(screen.getByLabelText('Code'), '1');
  await press(user);
  expect(await screen.findByText('That did not work')).toBeVisible();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(summary()).toEqual([]);
  expect(screen.getByLabelText('Title')).toHaveValue('MRI');
  expect(hasUnsavedChanges()).toBe(true);
});

describe('While a form is sent', () => {
  const begin = async () => {
    const answers: { done: () => void; fail: (reason: unknown) => void }[] = [];
    const send = jest.fn(() => new Promise<void>((done, fail) => answers.push({ done, fail })));
    const user = await open(Zod, send);
    await user.type(screen.getByLabelText('Title'), 'MRI');
    await user.type(screen.getByLabelText('Code'), '1');
    await press(user);
    await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
    return { user, send, answers, title: screen.getByLabelText('Title') };
  };

  test('its fields are read-only', async () => {
    const { user, title, answers } = await begin();
    await user.type(title, ' knee');
    expect(title).toHaveValue('MRI');
    await act(async () => answers[0]?.fail(problem({ status: 0, code: 'network' })));
    await user.type(title, ' knee');
    expect(title).toHaveValue('MRI knee');
  });

  test('it is not sent a second time', async () => {
    const { send, title, answers } = await begin();
    await act(async () => (title as HTMLInputElement).form?.requestSubmit());
    expect(send).toHaveBeenCalledTimes(1);
    await act(async () => answers[0]?.done());
    await act(async () => (title as HTMLInputElement).form?.requestSubmit());
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('its input stays guarded until it has arrived', async () => {
    const { answers } = await begin();
    expect(hasUnsavedChanges()).toBe(true);
    await act(async () => answers[0]?.done());
    expect(hasUnsavedChanges()).toBe(false);
  });

  test('input typed after it was sent is guarded again', async () => {
    const { user, title, answers } = await begin();
    await act(async () => answers[0]?.done());
    await user.type(title, ' knee');
    expect(hasUnsavedChanges()).toBe(true);
  });
});

test('the summary follows the page order, whichever rule failed first', async () => {
  const never = (field: string, error: string) => z.refine(() => false, { path: [field], error });
  const strict = schema.check(never('code', 'codeMissing'), never('title', 'tooLong'));
  const user = await open(
    () => (
      <Fields
        form={
          useZodForm({ schema: strict, defaultValues: { title: '', code: '' }, act: () => Promise.resolve() }) as never
        }
      />
    ),
    () => Promise.resolve(),
  );
  await user.type(screen.getByLabelText('Title'), 'MRI');
  await user.type(screen.getByLabelText('Code'), '1');
  await press(user);
  await screen.findByText('Please check 2 entries');
  expect(summary()).toEqual(['title: This text is too long', 'code: Please enter the verification code']);
});

test('a field error from the server is shown at its field', async () => {
  const user = await open(Zod, () =>
    Promise.reject(problem({ errors: [{ path: 'title', code: 'tooLong', message: 'x' }] })),
  );
  await user.type(screen.getByLabelText('Title'), 'MRI');
  await user.type(screen.getByLabelText('Code'), '1');
  await press(user);
  expect(await screen.findByText('This text is too long')).toBeVisible();
  expect(summary()).toEqual(['title: This text is too long']);
});

test('a field error from the server disappears once fixed, without another', async () => {
  const user = await open(Zod, () =>
    Promise.reject(problem({ errors: [{ path: 'title', code: 'tooLong', message: 'x' }] })),
  );
  await user.type(screen.getByLabelText('Title'), 'MRI');
  await user.type(screen.getByLabelText('Code'), '1');
  await press(user);
  await screen.findByText('This text is too long');
  await user.type(screen.getByLabelText('Title'), ' knee');
  await waitFor(() => expect(summary()).toEqual([]));
});

test('unsaved input is guarded until it is sent', async () => {
  const user = await open(Zod, () => Promise.resolve());
  expect(hasUnsavedChanges()).toBe(false);
  await user.type(screen.getByLabelText('Title'), 'MRI');
  expect(hasUnsavedChanges()).toBe(true);
  await user.type(screen.getByLabelText('Code'), '1');
  await press(user);
  expect(hasUnsavedChanges()).toBe(false);
});
