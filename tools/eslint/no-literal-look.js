// No literal colour or size in the styles of a feature: design tokens say what a value is for, and every theme can change it.
const colours = /#[\da-f]{3,8}(?![\w-])|(?<![\w-])(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch|color)\(|(?<![\w-])(?:white|black|red|green|blue|gray|grey|yellow|orange|purple)(?![\w-])/i;
const sizes = /(?<![\w.]|[\w]-)(?!0(?:px|rem)\b)\d*\.?\d+(?:px|rem)\b/;
const makers = new Set(['styled', 'css', 'keyframes', 'createGlobalStyle']);

/** What a chain like `styled(Card).attrs(…)` begins with. */
const beginningOf = (tag) => {
  if (tag.type === 'MemberExpression') return beginningOf(tag.object);
  if (tag.type === 'CallExpression') return beginningOf(tag.callee);
  if (tag.type === 'TSInstantiationExpression') return beginningOf(tag.expression);
  return tag.name;
};

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      colour: '{{value}} is a colour of its own: use a token of libs/ui, such as var(--color-text).',
      size: '{{value}} is a size of its own: use a token of libs/ui, such as var(--space-4) or var(--width-form).',
    },
  },
  create: (context) => {
    let depth = 0;
    const isStyle = ({ tag }) => makers.has(beginningOf(tag));
    const check = (node, text) => {
      if (depth === 0) return;
      const bare = text.replace(/\/\*[^]*?\*\//g, '');
      for (const [messageId, pattern] of [['colour', colours], ['size', sizes]]) {
        const value = pattern.exec(bare)?.[0];
        if (value) context.report({ node, messageId, data: { value } });
      }
    };
    return {
      TaggedTemplateExpression: (node) => {
        if (isStyle(node)) depth += 1;
      },
      'TaggedTemplateExpression:exit': (node) => {
        if (isStyle(node)) depth -= 1;
      },
      TemplateElement: (node) => check(node, node.value.raw),
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
    };
  },
};
