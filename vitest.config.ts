import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { FAKE_MEDIA, launchOptions } from './packages/editor/test/browser.ts'
import { LongestFirst } from './tools/longest-first.ts'
import { SLOW_TESTS } from './tools/slow-tests.ts'
import { guidePages } from './web/guide/guide-pages.ts'
import { TRANSLATION_ALIAS } from './web/translation-alias.ts'

// Five projects, from the cheapest to the most whole. `server` and `e2e` share one embedded PostgreSQL per run,
// started by their global setup; each test file takes its own database from a template.
const ignored = ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.tools/**']
// Tests wait for PostgreSQL, ffmpeg and recorded sound more than they compute: two cores carry three test files, and two
// journeys, each of which has a browser and a server.
const maxWorkers = Math.max(3, availableParallelism())
const maxJourneys = Math.max(2, availableParallelism() - 1)

/** `npm run test:fast`: no journeys, and none of the tests that wait for media, engines or other processes. */
const isFast = process.env['KAIWA_TESTS'] === 'fast'

/** Components that are rendered and used in a browser. */
const COMPONENT_TESTS = 'web/**/*.browser.test.tsx'

const common = {
  exclude: isFast ? [...ignored, ...SLOW_TESTS] : ignored,
  environment: 'node',
  maxWorkers,
  // The test files of one worker share their modules: importing them again for each file took a tenth of the run. Timers,
  // globals, environment and spies are restored after each file. A file closes its own connections and subscriptions.
  isolate: false,
  setupFiles: ['tools/restore-stubs.ts'],
  // Long limits do not delay tests that pass; on a busy machine a browser alone takes seconds to start.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
} satisfies TestProjectInlineConfiguration['test']

export default defineConfig({
  test: {
    passWithNoTests: true,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'tools/**/*.test.ts'],
          ...common,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'bench/**/*.test.ts'],
          ...common,
          globalSetup: ['server/test/global-setup.ts'],
        },
      },
      {
        plugins: [guidePages()],
        resolve: { alias: TRANSLATION_ALIAS },
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          ...common,
          exclude: [...common.exclude, COMPONENT_TESTS],
        },
      },
      {
        resolve: { alias: TRANSLATION_ALIAS },
        // Listed, because a dependency that is found during a test would reload the page of the test.
        optimizeDeps: {
          include: [
            '@mantine/core',
            '@mantine/hooks',
            '@tabler/icons-react',
            'd3-cloud',
            'react',
            'react/jsx-dev-runtime',
            'react-dom/client',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'components',
          // A browser has no environment.
          env: { KAIWA_TESTS: process.env['KAIWA_TESTS'] ?? '' },
          include: [COMPONENT_TESTS],
          testTimeout: 30_000,
          expect: common.expect,
          setupFiles: common.setupFiles,
          maxWorkers,
          // In a group of their own. By default, a machine with two cores runs them last and one at a time.
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: launchOptions(...FAKE_MEDIA, '--autoplay-policy=no-user-gesture-required'),
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          include: isFast ? [] : ['e2e/**/*.test.ts'],
          ...common,
          maxWorkers: maxJourneys,
          globalSetup: ['server/test/global-setup.ts', 'e2e/test/build-in-background.ts'],
          setupFiles: [...common.setupFiles, 'e2e/test/await-build.ts', 'e2e/test/report-failures.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // Browsers are heavy on two cores: they run when the quick projects are done.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
