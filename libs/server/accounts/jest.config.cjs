module.exports = { ...require('../jest.server.cjs'), displayName: 'server-accounts', rootDir: __dirname };
