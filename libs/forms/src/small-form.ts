import { useEffect, useState } from 'react';
import type { ChangeEvent, FormEvent } from 'react';
import type * as z from 'zod/mini';
import { fieldError, useCommon } from '@konsil/i18n';
import { summarizeErrors } from './form-summary.ts';
import type { FormSummary, WrongField } from './form-summary.ts';
import { problemOf } from '@konsil/api/problem';
import type { ApiProblem } from '@konsil/api/problem';

export interface SmallForm {
  /** Props of a field component. */
  field: (name: string) => {
    name: string;
    id?: string;
    error: string | undefined;
    onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  };
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  summary: FormSummary;
  problem: ApiProblem | null;
  busy: boolean;
}

const valuesOf = ({ elements }: HTMLFormElement): Record<string, string> =>
  Object.fromEntries(
    ([...elements] as HTMLInputElement[]).filter(({ name }) => name).map(({ name, value }) => [name, value]),
  );

/**
 * `useZodForm` without react-hook-form for forms of one or two text fields, because the sign-in is everybody's first
 * page. The fields are uncontrolled; the schema loads when typing starts, validates on submit, then live until fixed.
 */
export function useSmallForm<Out>({
  rules,
  act,
  at = {},
  scope = '',
}: {
  rules: () => Promise<z.ZodMiniType<Out>>;
  act: (values: Out) => Promise<unknown>;
  at?: Partial<Record<ApiProblem['code'], string>>;
  scope?: string;
}): SmallForm {
  const { t } = useCommon();
  const [wrong, setWrong] = useState<WrongField[]>([]);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);

  const cutOff = problem?.code === 'network';
  useEffect(() => {
    const back = () => setProblem(null);
    if (cutOff) window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [cutOff]);

  /** The validated values, or undefined. Without the schema all values pass: the server validates by the same rules. */
  const check = async (values: Record<string, string>): Promise<Out | undefined> => {
    const schema = await rules().catch(() => undefined);
    if (!schema) {
      setWrong([]);
      return values as Out;
    }
    const { data, error } = schema.safeParse(values);
    const issues = (error?.issues ?? []).map(({ path, message }): WrongField => [String(path[0]), { message }]);
    setWrong(issues.filter(([name], place) => issues.findIndex(([other]) => other === name) === place));
    return data;
  };
  const fail = (reason: ApiProblem | null) => {
    setProblem(reason);
    setAttempt((count) => count + 1);
  };
  const send = async (values: Record<string, string>) => {
    const checked = await check(values);
    if (checked === undefined) return fail(null);
    await act(checked);
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setProblem(null);
    setBusy(true);
    try {
      await send(valuesOf(event.currentTarget));
    } catch (error) {
      const refused = problemOf(error);
      const place = at[refused.code];
      if (place) setWrong([[place, { message: refused.code }]]);
      fail(refused);
    } finally {
      setBusy(false);
    }
  };
  const onChange = ({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>) => {
    if (cutOff) setProblem(null);
    if (attempt > 0 && form) void check(valuesOf(form));
    else rules().catch(() => undefined);
  };

  return {
    onSubmit,
    problem,
    busy,
    summary: summarizeErrors(t, {
      wrong,
      problem,
      placed: problem !== null && at[problem.code] !== undefined,
      attempt,
      scope,
    }),
    field: (name) => ({
      name,
      onChange,
      ...(scope && { id: `field-${scope}${name}` }),
      error: fieldError(t, wrong.find(([path]) => path === name)?.[1]),
    }),
  };
}
