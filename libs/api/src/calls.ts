type Call = (argument: never) => Promise<unknown>;
type Perform = (name: string, call: Call, argument: never) => Promise<unknown>;

let perform: Perform | undefined;

/** From now on calls run as endpoints of the store (`createPortalStore`). */
export const performThrough = (endpoints: Perform): void => {
  perform = endpoints;
};

/**
 * Requests that first pages send before the store is loaded: plain until then, afterwards the RTK Query endpoints of
 * the same names.
 */
export const callsBeforeStore = <C extends Record<string, Call>>(plain: C): C =>
  Object.fromEntries(
    Object.entries(plain).map(([name, call]) => [
      name,
      (argument: never) => (perform ? perform(name, call, argument) : call(argument)),
    ]),
  ) as C;
