/** Somebody pressed or typed in the last seconds; taken for granted where the browser cannot tell. */
export const isInUse = (): boolean => (navigator.userActivation as UserActivation | undefined)?.isActive ?? true;
