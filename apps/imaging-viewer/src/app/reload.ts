/** Asks for everything anew: a module that could not be fetched once is not asked for again by every browser. */
export const reloadPage = (): void => location.reload();
