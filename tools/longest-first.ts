// Test files to run first. In a fresh clone Vitest has no recorded durations and starts with the largest files. Small
// files that take long are listed here: started last, they would occupy one worker while the others are idle.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export const LONGEST = [
  'packages/speech/engines/pocketsphinx/engine.test.ts',
  'packages/speech/diarisation/diarisation.test.ts',
  'server/processing/live/live-faults.test.ts',
  'server/processing/live/live-reading.test.ts',
  'server/processing/kills.test.ts',
  'web/recording/screen/silence.browser.test.tsx',
  'web/recording/capture/recorder.browser.test.tsx',
  'e2e/accessibility.test.ts',
  'e2e/recording-sending.test.ts',
  'e2e/recording.test.ts',
  'e2e/timeline.test.ts',
  'e2e/early-reading.test.ts',
]

function isLong({ moduleId }: TestSpecification): boolean {
  return LONGEST.some((name) => moduleId.endsWith(`/${name}`))
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Keeps the order of projects: fast ones run before the end-to-end tests.
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    return [...projects.values()].flatMap((project) => [
      ...project.filter(isLong),
      ...project.filter((file) => !isLong(file)),
    ])
  }
}
