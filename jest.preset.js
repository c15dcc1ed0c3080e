// Shared Jest preset. Aliases come from tsconfig.base.json, so that they are written once.
const path = require('node:path');
const { compilerOptions } = require('./tsconfig.base.json');

const moduleNameMapper = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([alias, [target]]) => [
    `^${alias.replace('/*', '/(.*)')}$`,
    path.join(__dirname, target.replace('*', '$1')),
  ]),
);

/** Packages that ship ES modules only: Jest runs CommonJS, so these are transformed. */
const esmOnly = [
  'until-async',
  'file-type',
  'token-types',
  'strtok3',
  '@tokenizer',
  'uint8array-extras',
  'aws4fetch',
  'uqr',
  'jose',
  'openid-client',
  'oauth4webapi',
  '@borewit',
  'fhir-kit-client',
];

/** What Vite turns into an address: in tests any address will do. */
moduleNameMapper['\\?(worker&)?url$'] = path.join(__dirname, 'tools/jest/asset.cjs');

// Its exports name no entry for CommonJS.
moduleNameMapper['^fhir-kit-client$'] = path.join(__dirname, 'node_modules/fhir-kit-client/dist/index.js');

module.exports = {
  testEnvironment: path.join(__dirname, 'tools/jest/jsdom-env.cjs'),
  testMatch: ['**/?(*.)+(test).ts?(x)'],
  moduleNameMapper,
  setupFilesAfterEnv: [path.join(__dirname, 'tools/jest/setup.cjs')],
  transform: {
    '^.+\\.[cm]?[jt]sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esmOnly.join('|')})/)`],
  cacheDirectory: path.join(__dirname, 'node_modules/.cache/jest'),
  runtime: path.join(__dirname, 'tools/jest/runtime.cjs'),
  clearMocks: true,
  // Two projects at a time on two cores: a form that is typed through takes its time.
  testTimeout: 180_000,
  reporters: ['default', path.join(__dirname, 'tools/jest/report.cjs')],
};
