/** Resolves in a task of its own: what comes next does not lengthen the one that is running, and the browser can draw and listen in between. */
export const nextTask = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
