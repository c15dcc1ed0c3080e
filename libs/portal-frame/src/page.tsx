import { createElement, Suspense, use } from 'react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { matchRoutes, useParams } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { PageLoading } from './PageLoading.tsx';

/** The lazily loaded code of a page. */
interface Code {
  page?: ComponentType;
  /** The promise that was awaited if the code was missing at the first render. */
  awaited?: Promise<ComponentType>;
  fetch: () => Promise<ComponentType>;
}

const codeOf = (load: () => Promise<ComponentType>): Code => {
  let fetching: Promise<ComponentType> | undefined;
  const code: Code = {
    fetch: () => {
      fetching ??= load().then((loaded) => (code.page = loaded));
      return fetching;
    },
  };
  return code;
};

/** The page, remounted for another patient, case or ToDo: nothing shown or typed for one appears under another. */
function Fetched({ code }: { code: Code }) {
  const { patientId, caseId, todoId } = useParams();
  if (!code.page) code.awaited ??= code.fetch();
  // React requires a suspended component to use the same promise again.
  const Page = code.awaited ? use(code.awaited) : code.page;
  return Page && createElement(Page, { key: [patientId, caseId, todoId].join() });
}

const OnDemand = ({ code, loading }: { code: Code; loading: ReactNode }) => (
  <Suspense fallback={loading}>
    <Fetched code={code} />
  </Suspense>
);

/**
 * The element of a route whose page is fetched when it is first opened:
 * `{ path: 'patients', element: page(() => import('../features/patients/PatientsPage').then((m) => m.PatientsPage)) }`.
 * @param loading shown meanwhile
 */
export const page = (load: () => Promise<ComponentType>, loading: ReactNode = <PageLoading />): ReactElement => (
  <OnDemand code={codeOf(load)} loading={loading} />
);

/** Prefetches the code of the page at the current URL before rendering. `base` is the path above the routes. */
export const fetchAhead = (routes: RouteObject[], base = '/'): void => {
  for (const { route } of matchRoutes(routes, window.location.pathname, base) ?? []) {
    const { code } = (route.element as ReactElement<{ code?: Code }> | undefined)?.props ?? {};
    // The page itself reports a failure.
    code?.fetch().catch(() => undefined);
  }
};
