module.exports = {
  ...require('../../libs/server/jest.server.cjs'),
  displayName: 'server',
  rootDir: __dirname,
  // The longest of all targets: when the others are done it has both cores, and a third worker while one waits for the database.
  maxWorkers: 3,
};
