import MagicString from 'magic-string';
import { parseSync, type ESTree, type Plugin } from 'vite';

/** Constants that need no call: they are dropped as they are when nothing uses them. */
const plain = ['Literal', 'TemplateLiteral', 'Identifier', 'ArrowFunctionExpression', 'FunctionExpression'];

const declarationsOf = (statement: ESTree.Program['body'][number]): ESTree.VariableDeclarator[] => {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return declared?.type === 'VariableDeclaration' ? declared.declarations : [];
};

/**
 * Lets the build drop constants of `libs/contracts` that a page does not use, such as the schemas of answers beside a
 * list of kinds: a bundler keeps every call at the top of a module, because it might do more than return a value. The
 * package says that its modules do not (`sideEffects` in its package.json).
 */
export function pureContracts(): Plugin {
  return {
    name: 'konsil:pure-contracts',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /^[^\0].*\/libs\/contracts\/src\/[\w-]+\.ts$/ },
      handler(code, id) {
        const made = parseSync(id, code)
          .program.body.flatMap(declarationsOf)
          .flatMap(({ init }) => (init && !plain.includes(init.type) ? [init] : []));
        const text = new MagicString(code);
        for (const { start, end } of made) text.appendLeft(start, '/* @__PURE__ */ (() => (').appendRight(end, '))()');
        return { code: text.toString(), map: text.generateMap({ hires: true }) };
      },
    },
  };
}
