import { useNavigate } from 'react-router-dom';
import { ProblemError, problemOf } from '@konsil/api';
import { providerCalls } from '@konsil/api/provider-calls';
import { useSessionClient } from '@konsil/auth';
import { CodeStep } from '../sign-in/CodeStep.tsx';

/** The code of the second factor, after a sign-in with an identity provider. `next`: the page to return to. */
export function ProviderCode({ next }: { next: string | null }) {
  const client = useSessionClient();
  const navigate = useNavigate();
  const startAgain = (error?: string) => {
    const query = new URLSearchParams({ ...(error && { error }), ...(next && { callbackUrl: next }) }).toString();
    return navigate(query ? `/login?${query}` : '/login', { replace: true });
  };
  const finish = async (code: string) => {
    try {
      await providerCalls.finishProviderSignIn({ code });
    } catch (error) {
      // The page's text about it says what to do; no other code can help.
      if (problemOf(error).code === 'link_expired') return startAgain('Verification');
      throw error;
    }
    if (!(await client.begin())) throw new ProblemError({ status: 0, code: 'no_cookies', errors: [] });
  };
  return <CodeStep act={async (code) => void (await finish(code))} onStartAgain={() => void startAgain()} />;
}
