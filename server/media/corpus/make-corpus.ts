import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { recipes, type Expected } from './recipes.ts'

// The corpus of bad input, made once into a folder and taken from there afterwards. Its files are ours: ffmpeg runs here unconfined.

const recordings = fileURLToPath(new URL('../../../media/', import.meta.url))

/** Where the project keeps its corpus between runs. */
export const corpusFolder = fileURLToPath(new URL('../../../.cache/corpus/', import.meta.url))

export type CorpusCase = {
  /** As `truncated.mp4`: unique, and the file's own name. */
  name: string
  path: string
  expected: Expected
  /** Valid media of more than ten minutes: progress instead of an end within 30 s. */
  long: boolean
}

/** Makes what is missing below `root` (about ten seconds when it is empty) and lists all cases. Other recipes have another folder. */
export async function makeCorpus(root = corpusFolder): Promise<CorpusCase[]> {
  const directory = join(root, fingerprint)
  await mkdir(directory, { recursive: true })
  const cases: CorpusCase[] = []
  for (const recipe of recipes) {
    const name = `${recipe.name}.${recipe.extension}`
    const path = join(directory, name)
    const missing = await stat(path).then(
      () => false,
      () => true,
    )
    if (missing) {
      // Under another name until it is whole: two makers may be at work, and either may be killed.
      const draft = join(directory, `.${process.pid}-${name}`)
      if (recipe.bytes) await writeFile(draft, await recipe.bytes((other) => readFile(join(directory, other))))
      if (recipe.ffmpeg) await make(recipe.ffmpeg, directory, draft)
      await rename(draft, path)
    }
    cases.push({ name, path, expected: recipe.expected, long: recipe.long ?? false })
  }
  return cases
}

const fingerprint = createHash('sha256')
  .update(JSON.stringify(recipes, (_, value: unknown) => (typeof value === 'function' ? String(value) : value)))
  .digest('hex')
  .slice(0, 12)

async function make(recipe: string[], directory: string, draft: string) {
  const args = recipe.map((argument) =>
    argument.replace(/^\{(.+)\}$/, (_, name: string) =>
      join(name === 'en-jfk.wav' ? recordings : directory, basename(name)),
    ),
  )
  await execa('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args, draft], { stdin: 'ignore' })
}
