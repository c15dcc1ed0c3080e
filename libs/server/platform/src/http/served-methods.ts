import type { FastifyInstance } from 'fastify';

interface Served {
  pattern: RegExp;
  methods: Set<string>;
}
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')}$`,
  );

/** Remembers the routes that an app registers from now on, and tells the methods of an address; none for an unknown one. */
export const servedMethods = (app: FastifyInstance): ((address: string) => string[]) => {
  const served = new Map<string, Served>();
  app.addHook('onRoute', ({ method, url }) => {
    // The catch-all of CORS preflights serves no address.
    if (url === '*') return;
    const known = served.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const each of [method].flat()) known.methods.add(each);
    served.set(url, known);
  });
  return (address) => {
    const [path = ''] = address.split('?');
    const found = [...served.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  };
};
