/** One project of quick tests that touch nothing outside the process, and one that needs the three servers. */
const every = {
  rootDir: '.',
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/\\.data/'],
  modulePathIgnorePatterns: ['/\\.data/'],
  watchPathIgnorePatterns: ['/\\.data/'],
}

export default {
  testTimeout: 120_000,
  projects: [
    {
      ...every,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{libs,protos,services,tools}/*/src/**/*.test.ts',
        '<rootDir>/bench/src/**/*.test.ts',
        '<rootDir>/tests/{removals,mutations}/*.test.ts',
        '<rootDir>/tests/security/threats.test.ts',
      ],
    },
    {
      ...every,
      displayName: 'servers',
      testMatch: ['<rootDir>/{libs,services,tools}/*/test/**/*.test.ts', '<rootDir>/{bench/test,tests}/**/*.test.ts'],
      testPathIgnorePatterns: [
        ...every.testPathIgnorePatterns,
        '/tests/(removals|mutations)/',
        '/tests/security/threats\\.test',
        // Four passes through every form take ten minutes, and axe reads a long page: npm run test:forms.
        '/tests/panel/(feedback|docs-page)\\.test',
      ],
      globalSetup: '<rootDir>/tests/jest-global-setup.ts',
      globalTeardown: '<rootDir>/tests/jest-global-teardown.ts',
    },
  ],
}
