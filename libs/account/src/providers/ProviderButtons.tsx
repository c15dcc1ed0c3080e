import { Suspense, useState } from 'react';
import { problemOf, sessionCalls } from '@konsil/api';
import type { ApiProblem } from '@konsil/api';
import { getCsrfToken, homeOf, useSessionClient } from '@konsil/auth';
import { useCommon, useTexts } from '@konsil/i18n';
import { usePortal } from '@konsil/portal-frame';
import { Alert, Button } from '@konsil/ui';
import { AuthErrorAlert } from '../errors/AuthErrorAlert.tsx';
import { providerButtonId } from './provider-button-id.ts';
import { providerTexts } from './texts.ts';

type Failure = { code: ApiProblem['code'] } | { error: string | null };

/** Begins a sign-in with a provider; returns the URL of its page, or why there is none. */
const begin = async (provider: string, callbackUrl: string): Promise<string | Failure> => {
  try {
    const fields = { csrfToken: await getCsrfToken(), callbackUrl };
    const { status, url } = await sessionCalls.authSignin({ provider, fields });
    // The token was just fetched: only its cookie can be missing.
    if (url.includes('csrf=true')) return { code: 'no_cookies' };
    return status === 200 ? url : { error: new URL(url, window.location.origin).searchParams.get('error') };
  } catch (error) {
    return { code: problemOf(error).code };
  }
};

/** A button for each identity provider of the portal. `callbackUrl`: the page to return to. */
export function ProviderButtons({ callbackUrl }: { callbackUrl: string }) {
  const { t } = useTexts(providerTexts);
  const { t: c } = useCommon();
  const { role, config } = usePortal();
  const client = useSessionClient();
  const [begun, setBegun] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const signIn = async (id: string) => {
    if (begun) return;
    setBegun(id);
    setFailure(undefined);
    // The start page is for visitors.
    const target = callbackUrl === '/' ? homeOf[role] : callbackUrl;
    const result = await begin(id, new URL(target, window.location.origin).href);
    if (typeof result === 'string') return client.leave(result);
    setFailure(result);
    setBegun(undefined);
  };
  return (
    <>
      {config.providers?.map(({ id, name }) => (
        <Button
          key={id}
          id={providerButtonId(id)}
          variant="secondary"
          block
          busy={begun === id}
          onClick={() => void signIn(id)}
        >
          {t('signIn', { name })}
        </Button>
      ))}
      {failure && (
        <Suspense>
          {'code' in failure ? (
            <Alert tone="danger">{c(`problems.${failure.code}`)}</Alert>
          ) : (
            <AuthErrorAlert error={failure.error} />
          )}
        </Suspense>
      )}
    </>
  );
}
