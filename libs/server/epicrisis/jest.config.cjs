module.exports = { ...require('../jest.server.cjs'), displayName: 'server-epicrisis', rootDir: __dirname };
