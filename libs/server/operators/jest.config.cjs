module.exports = { ...require('../jest.server.cjs'), displayName: 'server-operators', rootDir: __dirname };
