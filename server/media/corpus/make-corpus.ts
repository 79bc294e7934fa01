import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { recipes, type Expected } from './recipes.ts'

// Creates the corpus of bad input once in a folder and reuses it afterwards. Its files are our own, so ffmpeg runs here
// without the sandbox.

const recordings = fileURLToPath(new URL('../../../media/', import.meta.url))

/** The corpus folder that is kept between runs. */
export const corpusFolder = fileURLToPath(new URL('../../../.cache/corpus/', import.meta.url))

export interface CorpusCase {
  /** File name such as `truncated.mp4`; unique. */
  name: string
  path: string
  expected: Expected
  /** Valid media longer than ten minutes: tested for progress instead of a final state within 30 s. */
  long: boolean
}

/**
 * Creates the missing files below `root` (about ten seconds if it is empty) and returns all cases. Each version of the
 * recipes has its own folder.
 */
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
      // Write under a temporary name and rename when complete: two processes may create the corpus at the same time,
      // and either may be killed.
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
