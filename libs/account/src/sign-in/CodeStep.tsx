// @bundle route
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useSmallForm } from '@konsil/forms/small-form';
import { useTexts } from '@konsil/i18n';
import { Button, CodeField, ErrorSummary, Form, TextField } from '@konsil/ui';
import { publicTexts } from '@konsil/portal-frame';
import { codeTexts } from './texts.ts';
import { WaitHint } from './WaitHint.tsx';

export interface CodeStepProps {
  scope?: string;
  act: (code: string) => Promise<void>;
  onStartAgain: () => void;
  /** Another way than a code. */
  children?: ReactNode;
}

/** The second factor: an authenticator code or a recovery code. Switching between them resets the form. */
export function CodeStep(props: CodeStepProps) {
  const [recovery, setRecovery] = useState(false);
  return <CodeForm key={String(recovery)} {...props} recovery={recovery} onOther={() => setRecovery(!recovery)} />;
}

function CodeForm({
  scope,
  act,
  onStartAgain,
  children,
  recovery,
  onOther,
}: CodeStepProps & { recovery: boolean; onOther: () => void }) {
  const { t } = useTexts(publicTexts);
  const { t: w } = useTexts(codeTexts);
  const input = useRef<HTMLInputElement>(null);
  // The focused element was unmounted.
  useEffect(() => input.current?.focus(), []);
  const { field, summary, problem, onSubmit, busy } = useSmallForm({
    rules: () => import('./rules.ts').then((rules) => rules.otpSchema),
    act: ({ code }) => act(code),
    at: { wrong_code: 'code' },
    ...(scope && { scope }),
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)} method="post">
      <div>
        <h2>{w('codeTitle')}</h2>
        <p>{recovery ? w('recoveryLead') : w('codeLead')}</p>
      </div>
      <ErrorSummary {...summary} />
      <WaitHint problem={problem} />
      {recovery ? (
        <TextField
          ref={input}
          {...field('code')}
          label={w('recovery')}
          hint={w('recoveryHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <CodeField ref={input} {...field('code')} label={w('code')} hint={w('codeHint')} />
      )}
      <Button type="submit" block busy={busy}>
        {t('signIn.submit')}
      </Button>
      <Button variant="quiet" onClick={onOther}>
        {recovery ? w('useApp') : w('useRecovery')}
      </Button>
      {children}
      <Button variant="quiet" onClick={onStartAgain}>
        {w('again')}
      </Button>
    </Form>
  );
}
