module.exports = { ...require('../jest.server.cjs'), displayName: 'server-take-away', rootDir: __dirname };
