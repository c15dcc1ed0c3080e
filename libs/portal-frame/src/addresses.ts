import type { RouteObject } from 'react-router-dom';

/**
 * The addresses that routes have, as React Router writes them: `/patient/process/:caseId`. What only says that there is no such page is none.
 * @param frames what lies below an address that ends in a star and draws routes of its own, by that address
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
