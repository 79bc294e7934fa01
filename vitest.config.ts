import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Four projects, from the cheapest to the most whole. `server` and `e2e` share one embedded PostgreSQL per run,
// started by their global setup; each test file takes its own database from a template.
const ignored = ['**/node_modules/**', '**/dist/**', '**/.data/**', '**/.tools/**']
// Tests wait for PostgreSQL, ffmpeg and a browser more than they compute: two cores carry two of them, journeys too.
const maxWorkers = Math.max(2, availableParallelism() - 1)

export default defineConfig({
  test: {
    passWithNoTests: true,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ignored,
          environment: 'node',
          testTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ignored,
          environment: 'node',
          maxWorkers,
          globalSetup: ['server/test/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ignored,
          environment: 'node',
          maxWorkers,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ignored,
          environment: 'node',
          globalSetup: ['server/test/global-setup.ts', 'e2e/test/build.ts'],
          maxWorkers,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // Browsers are heavy on two cores: they run when the quick projects are done.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
