import { useAuthState } from '@konsil/auth';

/** True for the account of an assistant, who has fewer pages in this portal. */
export const useIsAssistant = (): boolean => useAuthState().login?.assistant === true;
