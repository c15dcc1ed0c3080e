import type { RouteObject } from 'react-router-dom';

/**
 * The paths of routes, as React Router writes them: `/patient/process/:caseId`. Catch-all routes for missing pages are
 * left out.
 * @param frames the routes below a path that ends in a star, by that path
 */
export const addressesOf = (
  routes: readonly RouteObject[],
  frames: Readonly<Record<string, readonly RouteObject[]>> = {},
  above = '',
): string[] =>
  routes.flatMap(({ path, index, children }): string[] => {
    if (path === '*') return [];
    const address = path === undefined ? above : `${above}/${path}`;
    const framed = path === undefined ? undefined : frames[path];
    if (framed) return addressesOf(framed, frames, address.replace(/\/\*$/, ''));
    if (children) return addressesOf(children, frames, address);
    return path !== undefined || index ? [address || '/'] : [];
  });
