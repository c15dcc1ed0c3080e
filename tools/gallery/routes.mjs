// The portals' routes, read from their route tables, so that no screen is forgotten.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../setup.mjs';

const tables = {
  patient: `import { routes } from './apps/patient-portal/src/app/routes.tsx';
    import { patientPages as pages } from './apps/patient-portal/src/app/patient-pages.tsx';`,
  doctor: `import { routes } from './apps/doctor-portal/src/app/routes.tsx';
    import { doctorPages as pages } from './apps/doctor-portal/src/app/doctor-pages.tsx';`,
  operator: `import { routes } from './apps/operator-console/src/app/routes.tsx';
    import { consolePages as pages } from './apps/operator-console/src/app/console-pages.tsx';`,
};

// Pages and workers are lazy imports, which are not needed here.
const tablesAlone = {
  name: 'tables-alone',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
    onResolve({ filter: /\?worker&url$/ }, ({ path }) => ({ path, namespace: 'address' }));
    onLoad({ filter: /.*/, namespace: 'address' }, ({ path }) => ({ contents: path, loader: 'text' }));
  },
};

const tableOf = async (portal) => {
  const file = join(root, `dist/gallery-routes-${portal}.mjs`);
  await build({
    stdin: {
      contents: `${tables[portal]}
        import { accountPages } from './libs/account/src/account-routes.tsx';
        export default [...routes, { path: '${portal}', children: [...pages, ...('${portal}' === 'operator' ? [] : accountPages)] }];`,
      resolveDir: root,
      loader: 'tsx',
    },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    tsconfig: join(root, 'tsconfig.base.json'),
    loader: { '.woff2': 'empty' },
    plugins: [tablesAlone],
    logLevel: 'error',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  const { default: routes } = await import(pathToFileURL(file).href);
  rmSync(file);
  return routes;
};

const pathsIn = (routes, above = '') =>
  routes.flatMap(({ path = '', children, element }) => {
    const here = path ? `${above}/${path}` : above;
    return children ? pathsIn(children, here) : element ? [here || '/'] : [];
  });

/** Every address of a portal as a pattern, such as `/patient/process/:caseId`. @param {'patient' | 'doctor' | 'operator'} portal */
const patternsOf = async (portal) => {
  const all = pathsIn(await tableOf(portal));
  return [...new Set(all)].filter((path) => path !== `/${portal}/*`);
};

/** The patterns of each portal and of the console. */
export const allPatterns = async () => ({
  patient: await patternsOf('patient'),
  doctor: await patternsOf('doctor'),
  operator: await patternsOf('operator'),
});
