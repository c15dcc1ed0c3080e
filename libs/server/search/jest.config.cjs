module.exports = { ...require('../jest.server.cjs'), displayName: 'server-search', rootDir: __dirname };
