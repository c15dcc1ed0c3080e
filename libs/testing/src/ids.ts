let counter = 0;

/** A new id, the same in every run. */
export const anId = (): string => {
  counter += 1;
  return `00000000-0000-4000-8000-${String(counter).padStart(12, '0')}`;
};
