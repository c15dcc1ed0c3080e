let last: string | undefined;

/** The row that a doctor comes back to from a case; an id only, until the tab is closed. */
export const rememberedRow = (): string | undefined => last;
export const rememberRow = (id: string | undefined): void => {
  last = id;
};
