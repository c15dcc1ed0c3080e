// @bundle forms
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type {
  DefaultValues,
  FieldError as FormError,
  FieldPath,
  FieldValues,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { useCommon } from '@konsil/i18n';
import { useFieldErrors } from '@konsil/i18n/field-errors';
import { inPageOrder, summarizeErrors } from './form-summary.ts';
import type { FormSummary } from './form-summary.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { problemOf } from '@konsil/api/problem';
import type { ApiProblem } from '@konsil/api/problem';

/** Props of a field component. */
export type FieldBinding<N extends string> = UseFormRegisterReturn<N> & {
  id?: string;
  error: string | undefined;
  /** True while the form is sent: text typed then would not be sent, and would be lost with the form. */
  readOnly?: boolean;
};

export interface ZodForm<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>;
  /** Name, ref, handlers and error message. */
  field: <N extends FieldPath<In>>(name: N) => FieldBinding<N>;
  /** The id of a field's control, for fields not registered by name. */
  idOf: (name: FieldPath<In>) => string;
  /** The error message of a field. */
  errorOf: (name: FieldPath<In>) => string | undefined;
  /**
   * The form's submit handler: validates, sends, shows errors of the server at their fields. Does nothing while the form
   * is being sent, whichever key or button asks for it.
   */
  onSubmit: (event?: { preventDefault?: () => void }) => Promise<void>;
  summary: FormSummary;
  problem: ApiProblem | null;
  busy: boolean;
}

type Errors = Record<string, unknown>;
const isFieldError = (value: unknown): value is FormError =>
  typeof value === 'object' && value !== null && 'type' in value && typeof (value as FormError).type === 'string';

const flatten = (errors: Errors, path = ''): [string, FormError][] =>
  Object.entries(errors).flatMap(([name, value]) => {
    const at = path ? `${path}.${name}` : name;
    if (isFieldError(value)) return [[at, value] as [string, FormError]];
    return typeof value === 'object' && value !== null ? flatten(value as Errors, at) : [];
  });

/**
 * A form validated by a schema of the contracts: on submit, then live until fixed; input is never lost. `act` sends it;
 * its error becomes the problem of the form and its fields. A connection error is shown until the connection is back;
 * the user submits again.
 */
export function useZodForm<In extends FieldValues, Out>({
  schema,
  defaultValues,
  act,
  at = {},
  guard = true,
  scope = '',
  alone,
}: {
  schema: z.ZodMiniType<Out, In>;
  defaultValues: DefaultValues<In>;
  act: (values: Out) => Promise<unknown>;
  /** Maps form-level problems to fields: `{ wrong_code: 'code' }`. */
  at?: Partial<Record<ApiProblem['code'], FieldPath<In>>>;
  /** False for forms that keep a draft or hold nothing to lose. */
  guard?: boolean;
  /** Distinguishes equal fields of two forms on one page. */
  scope?: string;
  /** The only field of an inline form: on failure it gets focus and error, because a summary would repeat it. */
  alone?: FieldPath<In>;
}): ZodForm<In, Out> {
  const { t } = useCommon();
  const textOf = useFieldErrors();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [order, setOrder] = useState<readonly string[]>([]);
  /** The values are sent, and were not changed since. */
  const [sent, setSent] = useState(false);
  const sending = useRef(false);
  const form = useForm<In, unknown, Out>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  useLeaveGuard(guard && isDirty && !sent);
  const { subscribe } = form;
  useEffect(
    () => (sent ? subscribe({ formState: { values: true }, callback: () => setSent(false) }) : undefined),
    [sent, subscribe],
  );

  const isCutOff = problem?.code === 'network';
  useEffect(() => {
    if (!isCutOff) return undefined;
    const back = () => setProblem(null);
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, [isCutOff]);

  const idOf = (name: string) => `field-${scope}${name}`;
  const place = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length);
  const found = flatten(errors as Errors).sort(([one], [other]) => place(one) - place(other));
  const errorOf = (name: FieldPath<In>) => textOf(found.find(([path]) => path === name)?.[1]);

  const submit = (event?: { preventDefault?: () => void }) =>
    form.handleSubmit(
      async (values) => {
        setProblem(null);
        try {
          await act(values);
          setSent(true);
        } catch (error) {
          const refused = problemOf(error);
          for (const { path, code } of refused.errors)
            form.setError(path as FieldPath<In>, { type: 'server', message: code });
          const place = at[refused.code];
          if (place) form.setError(place, { type: 'server', message: refused.code });
          setProblem(refused);
          setOrder(
            inPageOrder(
              refused.errors.map(({ path }) => path),
              idOf,
            ),
          );
          setAttempt((count) => count + 1);
          if (alone && (place === alone || refused.errors.some(({ path }) => path === alone))) form.setFocus(alone);
        }
      },
      (wrong) => {
        setProblem(null);
        setOrder(
          inPageOrder(
            flatten(wrong as Errors).map(([path]) => path),
            idOf,
          ),
        );
        setAttempt((count) => count + 1);
        if (alone) form.setFocus(alone);
      },
    )(event as never);
  const onSubmit = async (event?: { preventDefault?: () => void }) => {
    event?.preventDefault?.();
    if (sending.current) return;
    sending.current = true;
    try {
      await submit(event);
    } finally {
      sending.current = false;
    }
  };

  const placed =
    problem !== null && (at[problem.code] !== undefined || (problem.code === 'invalid' && problem.errors.length > 0));
  const summary = summarizeErrors(t, {
    wrong: found.filter(([path]) => path !== alone),
    problem,
    placed,
    attempt,
    scope,
  });

  return {
    form,
    idOf,
    errorOf,
    onSubmit,
    summary,
    problem,
    busy: isSubmitting,
    field: (name) => ({
      ...form.register(name),
      ...(scope && { id: idOf(name) }),
      error: errorOf(name),
      readOnly: isSubmitting,
    }),
  };
}
