// Forbids literal text in a feature's pages: texts are in locales/de.json and en.json, so that both languages are
// complete.
const letters = /\p{L}/u;
const spoken = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'error',
  'heading',
  'hint',
  'label',
  'lead',
  'placeholder',
  'title',
]);

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { word: '“{{text}}” is read by people: put it into locales/de.json and en.json and show it with t().' },
  },
  create: (context) => {
    const report = (node, text) =>
      letters.test(text) && context.report({ node, messageId: 'word', data: { text: text.trim() } });
    const textOf = (node) => {
      if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
      if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join(' ');
      return '';
    };
    return {
      JSXText: (node) => report(node, node.value),
      'JSXElement > JSXExpressionContainer, JSXFragment > JSXExpressionContainer': ({ expression }) =>
        report(expression, textOf(expression)),
      JSXAttribute: ({ name, value }) => {
        if (!spoken.has(name.name) || !value) return;
        const given = value.type === 'JSXExpressionContainer' ? value.expression : value;
        report(given, textOf(given));
      },
    };
  },
};
