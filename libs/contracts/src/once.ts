/** Makes a value at its first use, and keeps it: a page that only imports its module does not wait for it. */
export const once = <Value extends object>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};
