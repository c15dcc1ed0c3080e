module.exports = { ...require('../jest.server.cjs'), displayName: 'server-storage', rootDir: __dirname };
