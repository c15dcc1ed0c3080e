module.exports = { ...require('../jest.server.cjs'), displayName: 'server-patients', rootDir: __dirname };
