const { updateJson } = require('@nx/devkit');
const { addImport, camel, create, insert } = require('./edits.cjs');

/** A server library of the feature layer: project, alias, and an empty module that the server registers. */
module.exports = async function feature(tree, { name }) {
  const root = `libs/server/${name}`;
  const module = `${camel(name)}Module`;
  create(
    tree,
    `${root}/project.json`,
    `${JSON.stringify(
      {
        name: `server-${name}`,
        $schema: '../../../node_modules/nx/schemas/project-schema.json',
        sourceRoot: `${root}/src`,
        projectType: 'library',
        tags: ['type:server', 'layer:feature', 'scope:server', 'platform:node'],
        targets: { lint: {}, typecheck: {}, test: {} },
      },
      null,
      2,
    )}\n`,
  );
  create(
    tree,
    `${root}/jest.config.cjs`,
    `module.exports = { ...require('../jest.server.cjs'), displayName: 'server-${name}', rootDir: __dirname };\n`,
  );
  create(
    tree,
    `${root}/tsconfig.json`,
    `${JSON.stringify(
      {
        extends: '../../../tsconfig.base.json',
        compilerOptions: { lib: ['ES2023'], types: ['jest', 'node'] },
        include: ['src', '../*/src/*.d.ts'],
      },
      null,
      2,
    )}\n`,
  );
  create(
    tree,
    `${root}/src/index.ts`,
    `import type { FastifyInstance } from 'fastify';

/** Registers the routes of ${name}. */
export const ${module} = (app: FastifyInstance): void => {
  const routes: ((app: FastifyInstance) => void)[] = [];
  for (const register of routes) register(app);
};
`,
  );
  updateJson(tree, 'tsconfig.base.json', (json) => {
    json.compilerOptions.paths[`@konsil/server-${name}/*`] = [`./${root}/src/*.ts`];
    return json;
  });
  addImport(tree, 'apps/server/src/modules.ts', `import { ${module} } from '@konsil/server-${name}/index';`);
  insert(tree, 'apps/server/src/modules.ts', { before: '  searchRoutes,\n' }, `  ${module},\n`);
};
