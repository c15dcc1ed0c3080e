// The folders of a server library and the features of a portal form no cycle of imports (docs/architecture.md).
const { relative } = require('node:path');
const { aliasesOf, importsOf, inCycles, readImports, root, slashed, sourceRoots } = require('../folder-cycles.cjs');

/** The imports of a source root, read once for all of its files. */
const known = new Map();

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      cycle: 'This import closes a cycle of folders: “{{to}}” already imports “{{from}}”, maybe through others.',
    },
  },
  create: (context) => {
    const path = slashed(relative(root, context.filename));
    const sourceRoot = sourceRoots().find((start) => path.startsWith(`${start}/`));
    if (!sourceRoot) return {};
    const file = path.slice(sourceRoot.length + 1);
    if (!known.has(sourceRoot)) known.set(sourceRoot, readImports(sourceRoot));
    const own = importsOf(aliasesOf(sourceRoot), file, context.sourceCode.text);
    const others = known.get(sourceRoot).filter((one) => one.file !== file);
    const wrong = new Map(
      inCycles(sourceRoot, [...others, ...own])
        .filter((one) => one.file === file)
        .map((one) => [one.specifier, one]),
    );
    const check = (source) => {
      const found = wrong.get(source?.value);
      if (found) context.report({ node: source, messageId: 'cycle', data: { from: found.from, to: found.to } });
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
      TSImportType: ({ argument }) => check(argument.literal ?? argument),
    };
  },
};
