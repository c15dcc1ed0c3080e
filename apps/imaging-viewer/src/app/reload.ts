/** Reloads the page, because some browsers never refetch a failed module. */
export const reloadPage = (): void => location.reload();
