// The effects of a case step are declared in libs/server/domain/src/steps/effects/: no other code writes a timeline entry, a live event, a notice or an index.
const effects = new Set([
  'addToTimeline',
  'joinTimeline',
  'removeFromTimeline',
  'publish',
  'notifyPerson',
  'reindexCase',
  'reindexCases',
]);
const tables = new Set(['caseEvents', 'events', 'notices']);

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      direct: '“{{name}}” is an effect of a step: record the step, and declare its effects in steps/effects/.',
      row: 'Rows of “{{name}}” are written as effects of a step: record the step instead.',
    },
  },
  create: (context) => ({
    ImportSpecifier: (node) => {
      if (
        node.imported.name &&
        effects.has(node.imported.name) &&
        /server-domain|^\.\.?\//.test(node.parent.source.value)
      )
        context.report({ node, messageId: 'direct', data: { name: node.imported.name } });
    },
    'CallExpression[callee.property.name="insert"]': (node) => {
      const [table] = node.arguments;
      if (table?.type === 'Identifier' && tables.has(table.name))
        context.report({ node, messageId: 'row', data: { name: table.name } });
    },
  }),
};
