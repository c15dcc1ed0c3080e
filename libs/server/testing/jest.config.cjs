module.exports = { ...require('../jest.server.cjs'), displayName: 'server-testing', rootDir: __dirname };
