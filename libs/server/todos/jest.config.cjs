module.exports = { ...require('../jest.server.cjs'), displayName: 'server-todos', rootDir: __dirname };
