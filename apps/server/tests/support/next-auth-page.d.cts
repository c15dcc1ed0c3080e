import type { AuthSession } from '@konsil/contracts/auth';

interface SignInResult {
  error: string | null;
  status: number;
  ok: boolean;
  url: string | null;
}
export interface NextAuthPage {
  client: {
    getSession: () => Promise<AuthSession | null>;
    getProviders: () => Promise<Record<string, { id: string; type: string }> | null>;
    getCsrfToken: () => Promise<string | undefined>;
    signIn: (provider: string, fields: Record<string, unknown>) => Promise<SignInResult | undefined>;
    signOut: (options: { redirect: false; callbackUrl?: string }) => Promise<{ url: string }>;
  };
  visited: string[];
  /** The bodies of all responses. */
  answers: (string | null)[];
  arrive: (address: string) => Promise<string | null>;
  reported: string[];
  cookies: () => string;
  show: (options?: { refetchInterval?: number }) => Promise<void>;
  session: () => { status: 'loading' | 'authenticated' | 'unauthenticated'; data: AuthSession | null; update: (data: unknown) => Promise<AuthSession | null> };
  settle: <T>(work: () => Promise<T>) => Promise<T>;
  becomeVisible: () => Promise<void>;
  hear: (message: object) => Promise<void>;
  close: () => Promise<void>;
}
export function openNextAuthPage(origin: string): Promise<NextAuthPage>;
