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
  // On a machine ten times as busy, the hook that starts a whole system with two copies of each service took two minutes.
  testTimeout: 300_000,
  // A worker keeps the modules of each test file that it has run: in a whole run it grew to 2.6 GB.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...every,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{libs,protos,services,tools,clients}/*/src/**/*.test.ts',
        '<rootDir>/bench/src/**/*.test.ts',
        '<rootDir>/tests/{removals,mutations,pages,site-runs}/*.test.ts',
        '<rootDir>/tests/security/threats.test.ts',
      ],
    },
    {
      ...every,
      displayName: 'servers',
      testMatch: ['<rootDir>/{libs,services,tools}/*/test/**/*.test.ts', '<rootDir>/{bench/test,tests}/**/*.test.ts'],
      testPathIgnorePatterns: [
        ...every.testPathIgnorePatterns,
        '/tests/(removals|mutations|pages|site-runs)/',
        '/tests/security/threats\\.test',
        // In npm test a browser goes through what people do most. The rest of the panel in a browser takes as long as all
        // other tests: npm run test:panel. Four passes through every form: npm run test:forms. A million deliveries, and
        // measuring: npm run test:panel-speed. What needs Java, or an idle machine: test:markup, test:lighthouse.
        '/tests/panel/(checked-pages|clicks|dashboard|dashboard-parts|endpoint-formats|pages|reports)\\.test',
        '/tests/panel/(schedule|setup|site-reports|watches)\\.test',
        // What npm would publish, with three versions of Node, two builds of Hugo, and the GitHub Action: test:clients.
        '/tests/clients/(action|changed-build|packed)\\.test',
        // Packages of npm and Hugo: test:recipes.
        '/tests/recipes/',
        // Thirty commits of a site, with its pace of requests: test:replay.
        '/tests/replay/',
        // An hour of 2,000 watches: test:many-watches. Three scans of 50,000 pages: test:month.
        '/services/pages/test/(many-watches|scan-memory)\\.test',
        // WordPress from Debian with its plug-in: test:wordpress.
        '/tests/wordpress/',
        '/tests/panel/(feedback|docs-page|page-speed|list-speed|site-pages-speed|markup|lighthouse)\\.test',
      ],
      globalSetup: '<rootDir>/tests/jest-global-setup.ts',
      globalTeardown: '<rootDir>/tests/jest-global-teardown.ts',
    },
  ],
}
