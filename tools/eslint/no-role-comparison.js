// The kind of an account is not a side and not a permission: isOn() and sideOf() tell sides, can() permissions, isOfKind() kinds of accounts.
const kinds = new Set(['patient', 'doctor']);
const isRole = (node) =>
  (node.type === 'Identifier' && node.name === 'role') ||
  (node.type === 'MemberExpression' && node.property.name === 'role') ||
  (node.type === 'ChainExpression' && isRole(node.expression));
const isKind = (node) => node.type === 'Literal' && kinds.has(node.value);

module.exports = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      role: 'Ask for what is meant: isOn() or sideOf() for a side of a case, can() for a permission, isOfKind() for a kind of account.',
    },
  },
  create: (context) => ({
    'BinaryExpression[operator=/^[!=]==$/]': (node) => {
      const { left, right } = node;
      if ((isRole(left) && isKind(right)) || (isRole(right) && isKind(left)))
        context.report({ node, messageId: 'role' });
    },
  }),
};
