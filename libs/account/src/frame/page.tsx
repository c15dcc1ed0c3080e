import { createElement, Suspense, use } from 'react';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { matchRoutes, useParams } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { PageLoading } from './PageLoading.tsx';

/** The code of a page: fetched once, when it is first asked for. */
interface Code {
  page?: ComponentType;
  /** What was waited for, if the code was not there when the page was first drawn. */
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

/** The page; it begins anew for another patient, case or to-do: nothing that was shown or typed for one is ever seen under another. */
function Fetched({ code }: { code: Code }) {
  const { patientId, caseId, todoId } = useParams();
  if (!code.page) code.awaited ??= code.fetch();
  // React wants a component that has waited to ask for the same promise again.
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

/** Starts to fetch what the page at the browser's address is made of, before anything is drawn. `base` is the path that the routes are below. */
export const fetchAhead = (routes: RouteObject[], base = '/'): void => {
  for (const { route } of matchRoutes(routes, window.location.pathname, base) ?? []) {
    const { code } = (route.element as ReactElement<{ code?: Code }> | undefined)?.props ?? {};
    // Whoever draws the page hears of a failure.
    code?.fetch().catch(() => undefined);
  }
};
