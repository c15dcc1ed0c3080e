module.exports = { ...require('../jest.server.cjs'), displayName: 'server-privacy', rootDir: __dirname };
