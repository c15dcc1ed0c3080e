/** True while the user is active; also true where the browser has no `navigator.userActivation`. */
export const isUserActive = (): boolean => (navigator.userActivation as UserActivation | undefined)?.isActive ?? true;
