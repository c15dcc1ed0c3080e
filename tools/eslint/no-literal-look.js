// Forbids literal colours and sizes in a feature's styles and props: design tokens state their purpose, and themes can
// change them.
const colours =
  /#[\da-f]{3,8}(?![\w-])|(?<![\w-])(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch|color)\(|(?<![\w-])(?:white|black|red|green|blue|gray|grey|yellow|orange|purple)(?![\w-])/i;
const sizes = /(?<![\w.]|[\w]-)(?!0(?:px|rem)\b)\d*\.?\d+(?:px|rem)\b/;
const wholeColour = /^(?:#[\da-f]{3,8}|(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch|color)\(.*\))$/i;
const wholeSize = /^-?(?!0[a-z])\d*\.?\d+(?:px|rem|em|ch|vw|vh)$/;
// An observer's margin and the imaging library's text size are no page styles.
const noLook = new Set(['rootMargin', 'textBoxFontSize']);
const makers = new Set(['styled', 'css', 'keyframes', 'createGlobalStyle']);

/** The first expression of a chain like `styled(Card).attrs(…)`. */
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
    const report = (node, text, patterns) => {
      for (const [messageId, pattern] of patterns) {
        const value = pattern.exec(text)?.[0];
        if (value) context.report({ node, messageId, data: { value } });
      }
    };
    const check = (node, text) => {
      if (depth === 0) return;
      const bare = text.replace(/\/\*[^]*?\*\//g, '');
      report(node, bare, [
        ['colour', colours],
        ['size', sizes],
      ]);
    };
    const checkGiven = (name, node) => {
      if (depth > 0 || typeof node?.value !== 'string' || noLook.has(name)) return;
      report(node, node.value, [
        ['colour', wholeColour],
        ['size', wholeSize],
      ]);
    };
    return {
      TaggedTemplateExpression: (node) => {
        if (isStyle(node)) depth += 1;
      },
      'TaggedTemplateExpression:exit': (node) => {
        if (isStyle(node)) depth -= 1;
      },
      TemplateElement: (node) => check(node, node.value.raw),
      Property: ({ key, value }) => checkGiven(key.name, value),
      JSXAttribute: ({ name, value }) =>
        checkGiven(name.name, value?.type === 'JSXExpressionContainer' ? value.expression : value),
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
    };
  },
};
