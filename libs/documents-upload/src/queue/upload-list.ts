import type { Upload, UploadState } from './upload.ts';

/** The observable list of uploads of this page. */
export const createUploadList = () => {
  let uploads: readonly Upload[] = [];
  const listeners = new Set<() => void>();

  const set = (next: readonly Upload[]) => {
    uploads = next;
    listeners.forEach((listener) => listener());
  };
  const change = (id: string, changes: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get: () => uploads,
    set,
    find: (id: string) => uploads.find((upload) => upload.id === id),
    /** The photos of one future document, in order. */
    pagesOf: (document: string | null) => uploads.filter(({ pageOf }) => document !== null && pageOf === document),
    change,
    setState: (id: string, state: UploadState) => change(id, { state }),
    drop: (id: string) => set(uploads.filter((upload) => upload.id !== id)),
  };
};

export type UploadList = ReturnType<typeof createUploadList>;
