module.exports = { ...require('../jest.server.cjs'), displayName: 'server-consultation', rootDir: __dirname };
