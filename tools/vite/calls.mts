import { readFile } from 'node:fs/promises';
import { parseSync, type ESTree, type Plugin } from 'vite';

const prefix = '\0konsil:calls:';
const needed = ['method', 'path'];

const propertiesOf = (node: ESTree.Expression | null | undefined): ESTree.ObjectProperty[] =>
  node?.type === 'ObjectExpression' ? node.properties.filter((property) => property.type === 'Property') : [];
const nameOf = ({ key }: ESTree.ObjectProperty): string => (key.type === 'Identifier' ? key.name : '');

/**
 * The part of a contract needed for a request: `export const todoRoutes = { addTodo: { method: 'POST', path:
 * '/api/aufgaben/:id' } };`
 */
function callsOf(file: string, code: string): string {
  const textOf = ({ start, end }: ESTree.Node) => code.slice(start, end);
  const routeOf = (property: ESTree.ObjectProperty): string[] => {
    const { value } = property;
    if (value.type !== 'CallExpression' || value.callee.type !== 'Identifier' || value.callee.name !== 'defineRoute')
      return [];
    const said = propertiesOf(value.arguments[0] as ESTree.Expression).filter((part) => needed.includes(nameOf(part)));
    // Other variables of the module are not there.
    if (said.length !== needed.length || said.some(({ value: one }) => !/^['"]/.test(textOf(one))))
      throw new Error(`${file}: ${nameOf(property)} does not write out its method and path`);
    return [`${nameOf(property)}: { ${said.map(textOf).join(', ')} }`];
  };
  return parseSync(file, code)
    .program.body.flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
        ? statement.declaration.declarations
        : [],
    )
    .map(({ id, init }) => ({ name: textOf(id), routes: propertiesOf(init).flatMap(routeOf) }))
    .filter(({ routes }) => routes.length)
    .map(({ name, routes }) => `export const ${name} = {\n  ${routes.join(',\n  ')},\n};`)
    .join('\n');
}

/**
 * Reduces the contracts in `libs/api` to method and path: in production pages do not validate responses
 * (libs/api/src/base-api.ts), and creating the schemas takes a phone longer than rendering its first page. Forms import
 * their schemas directly, on demand.
 */
export function callsOnly(): Plugin {
  return {
    name: 'konsil:calls-only',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer, options) {
      if (!source.startsWith('@konsil/contracts/') || !importer?.includes('/libs/api/src/')) return undefined;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found && (await readFile(found.id, 'utf8')).includes('defineRoute({') ? prefix + found.id : found;
    },
    async load(id) {
      if (!id.startsWith(prefix)) return undefined;
      const file = id.slice(prefix.length);
      this.addWatchFile(file);
      return callsOf(file, await readFile(file, 'utf8'));
    },
  };
}
