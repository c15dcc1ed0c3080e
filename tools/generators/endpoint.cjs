const { addImport, camel, create, insert, pascal } = require('./edits.cjs');

/** GET /api/NAME: contract, route with access, RTK Query endpoint and a test with the whole server. */
module.exports = async function endpoint(tree, { name, feature, side }) {
  const [routes, schema, get] = [`${camel(name)}Routes`, `${camel(name)}Schema`, `get${pascal(name)}`];
  const home = `libs/server/${feature}/src`;
  if (!tree.exists(`libs/server/${feature}/project.json`))
    throw new Error(`There is no libs/server/${feature}: nx g ./tools/generators:feature ${feature}`);
  create(
    tree,
    `libs/contracts/src/${name}.ts`,
    `import * as z from 'zod/mini';
import { defineRoute } from './route.ts';

export const ${schema} = z.object({ count: z.int() });
export type ${pascal(name)} = z.infer<typeof ${schema}>;

export const ${routes} = {
  ${get}: defineRoute({
    method: 'GET',
    path: '/api/${name}',
    summary: 'The ${name.replaceAll('-', ' ')} of the ${side}',
    response: ${schema},
  }),
};
`,
  );
  addImport(tree, 'libs/contracts/src/routes.ts', `import { ${routes} } from './${name}.ts';`);
  insert(
    tree,
    'libs/contracts/src/routes.ts',
    { before: '} satisfies Record<string, RouteContract>' },
    `  ...${routes},\n`,
  );
  create(
    tree,
    `${home}/${name}.routes.ts`,
    `import { ${routes} as contracts } from '@konsil/contracts/${name}';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';

/** What a patient's access log must show is recorded with \`audit\` of the route. */
export const ${routes} = (app: FastifyInstance): void => {
  route(app, contracts.${get}, {
    access: signedIn('${side}'),
    handler: () => ({ count: 0 }),
  });
};
`,
  );
  const index = `${home}/index.ts`;
  const isGenerated = tree.exists(index) && tree.read(index, 'utf8').includes('const routes: ((app: FastifyInstance)');
  if (isGenerated) {
    const content = tree.read(index, 'utf8');
    tree.write(
      index,
      content.replace(/\[\] = \[(.*)\];/, (_, known) => `[] = [${known ? `${known}, ` : ''}${routes}];`),
    );
    addImport(tree, index, `import { ${routes} } from './${name}.routes.ts';`);
  } else {
    addImport(
      tree,
      'apps/server/src/modules.ts',
      `import { ${routes} } from '@konsil/server-${feature}/${name}.routes';`,
    );
    insert(tree, 'apps/server/src/modules.ts', { before: '  searchRoutes,\n' }, `  ${routes},\n`);
  }
  create(
    tree,
    `libs/api/src/${name}.ts`,
    `import { ${routes} as routes } from '@konsil/contracts/${name}';
import { baseApi } from './base-api.ts';
import { readOnly } from './contract-endpoints.ts';

export const { useGet${pascal(name)}Query } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    ${get}: readOnly(build, routes.${get}, () => [{ type: 'Cases' }]),
  }),
});
`,
  );
  addImport(tree, 'libs/api/src/parity.test.ts', `import './${name}.ts';`);
  const [ours, theirs] = side === 'doctor' ? ['inviteDoctor', 'signUpPatient'] : ['signUpPatient', 'inviteDoctor'];
  create(
    tree,
    `apps/server/tests/${feature}/${name}.test.ts`,
    `import type { ${pascal(name)} } from '@konsil/contracts/${name}';
import { testApp, type TestApp } from '../support/app.ts';
import { inviteDoctor, requestsAs, signUpPatient } from '../support/people.ts';

let house: TestApp;
beforeAll(async () => {
  house = await testApp();
});

test('a ${side} gets the ${name.replaceAll('-', ' ')}', async () => {
  const response = await requestsAs(house.app, await ${ours}(house)).get('/api/${name}');
  expect(response.json<${pascal(name)}>()).toEqual({ count: 0 });
});

test('nobody else gets the ${name.replaceAll('-', ' ')}', async () => {
  expect((await requestsAs(house.app, await ${theirs}(house)).get('/api/${name}')).statusCode).toBe(404);
  expect((await requestsAs(house.app).get('/api/${name}')).statusCode).toBe(401);
});
`,
  );
};
