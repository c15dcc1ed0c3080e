module.exports = { ...require('../jest.server.cjs'), displayName: 'server-demo', rootDir: __dirname };
