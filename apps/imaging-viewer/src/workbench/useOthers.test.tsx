import { act, renderHook, waitFor } from '@testing-library/react';
import type { OtherStudy } from '@konsil/contracts/viewed-case';
import type { Study } from '../study/study.ts';
import type { useOthers } from './useOthers.ts';

let hook: typeof useOthers;
beforeAll(async () => {
  // An opening of ours, which knows other studies.
  window.history.replaceState(null, '', '/?opening=abc');
  hook = (await import('./useOthers.ts')).useOthers;
});

const other = { document_id: '11111111-1111-4111-8111-111111111111', study_uid: '1.3' } as OtherStudy;
const study = { uid: '1.2' } as Study;
const answering = (...answers: (() => Response)[]) => {
  const asked: string[] = [];
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    if (!answer) throw new TypeError('offline');
    return answer();
  };
  return asked;
};
const list = () => new Response(JSON.stringify([other]));
const fault = () => new Response('', { status: 500 });

test('other studies are listed once the first picture is there', async () => {
  const asked = answering(list);
  const { result, rerender } = renderHook(({ ready }) => hook(study, ready), { initialProps: { ready: false } });
  expect(asked).toEqual([]);
  rerender({ ready: true });
  await waitFor(() => expect(result.current.all).toEqual([{ other, opened: 'closed' }]));
  expect(result.current.failed).toBe(false);
  expect(asked).toEqual([expect.stringMatching(/\/studies\/1\.2\/others$/)]);
});

test('a list that could not be fetched is a failure until a retry succeeds', async () => {
  answering(fault, list);
  const { result } = renderHook(() => hook(study, true));
  await waitFor(() => expect(result.current.failed).toBe(true));
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.all).toHaveLength(1));
  expect(result.current.failed).toBe(false);
});

test('a study that fails to open stays in the list, with the reason', async () => {
  answering(list, fault);
  const { result } = renderHook(() => hook(study, true));
  await waitFor(() => expect(result.current.all).toHaveLength(1));
  expect(await act(() => result.current.open(other))).toBeNull();
  expect(result.current.all).toEqual([{ other, opened: 'failed' }]);
});
