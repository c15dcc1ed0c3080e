const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);

/** A date some days from now in German format: `20.12.2026`. */
export const dayIn = (days: number): string =>
  inDays(days).toLocaleDateString('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric' });

/** The morning of that day for a datetime-local field. */
export const morningIn = (days: number): string => `${inDays(days).toISOString().slice(0, 10)}T10:30`;
