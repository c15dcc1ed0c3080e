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

/** Records the routes that an app registers, and returns the methods of a URL; empty if unknown. */
export const servedMethods = (app: FastifyInstance): ((address: string) => string[]) => {
  const served = new Map<string, Served>();
  app.addHook('onRoute', ({ method, url }) => {
    // Skips the catch-all route of CORS preflights.
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
