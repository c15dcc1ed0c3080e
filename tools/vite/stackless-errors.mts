import MagicString from 'magic-string';
import { parseSync, type ESTree, type Plugin } from 'vite';

/**
 * Makes the errors that React and Redux Toolkit create while they load, only to recognize them later, without a stack
 * trace. A browser that is being inspected, as by Lighthouse, looks up lines for such a trace, and parses the whole first
 * script again for it: half of the time that the script takes to start.
 */
export function stacklessErrors(): Plugin {
  return {
    name: 'konsil:stackless-errors',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/(?:react-dom\/cjs\/|@reduxjs\/toolkit\/dist\/query\/)[\w.-]+$/ },
      handler(code, id) {
        const made = parseSync(id, code)
          .program.body.flatMap((statement) => (statement.type === 'VariableDeclaration' ? statement.declarations : []))
          .flatMap(({ init }) => (init && createsError(init) ? [init] : []));
        if (made.length === 0) return null;
        const text = new MagicString(code);
        for (const {
          start,
          end,
          arguments: [message],
        } of made)
          text.overwrite(
            start,
            end,
            `Object.create(Error.prototype, { message: { value: ${message ? code.slice(message.start, message.end) : "''"} } })`,
          );
        return { code: text.toString(), map: text.generateMap({ hires: true }) };
      },
    },
  };
}

const createsError = (made: ESTree.Expression): made is ESTree.CallExpression | ESTree.NewExpression =>
  (made.type === 'CallExpression' || made.type === 'NewExpression') &&
  made.callee.type === 'Identifier' &&
  made.callee.name === 'Error';
