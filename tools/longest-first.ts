// Which test files begin first. A fresh clone has no record of how long each takes, and Vitest then begins with the largest.
// A small file that takes long is named here: begun last, it would keep one worker busy while the others have nothing left.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export const LONGEST = [
  'packages/speech/engines/pocketsphinx/engine.test.ts',
  'packages/speech/diarisation/diarisation.test.ts',
  'e2e/accessibility.test.ts',
  'e2e/early-reading.test.ts',
]

const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.some((name) => moduleId.endsWith(`/${name}`))

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Projects stay where they are: the quick ones come before the journeys.
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    return [...projects.values()].flatMap((project) => [
      ...project.filter(isLong),
      ...project.filter((file) => !isLong(file)),
    ])
  }
}
