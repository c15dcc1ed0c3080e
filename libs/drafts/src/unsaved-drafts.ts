export type Content = Record<string, unknown>;

/** Unsaved content by key; outlives its form. */
const unsaved = new Map<string, Content>();
const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault();

export const unsavedContent = (key: string): Content | undefined => unsaved.get(key);
export const keepUnsaved = (key: string, content: Content): void => void unsaved.set(key, content);
/** Closing the page asks until everything unsaved was saved or dropped. */
export const warnBeforeClosing = (): void => window.addEventListener('beforeunload', askBeforeClosing);
export const forgetUnsaved = (key: string): void => {
  unsaved.delete(key);
  if (unsaved.size === 0) window.removeEventListener('beforeunload', askBeforeClosing);
};
export const forgetAllUnsaved = (): void => [...unsaved.keys()].forEach(forgetUnsaved);
