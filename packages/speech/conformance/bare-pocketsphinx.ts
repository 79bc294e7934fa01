// What the program pocketsphinx makes of a whole file by itself, without any of our cutting: what ours is held against.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findPocketsphinx } from '../engines/pocketsphinx/install.ts'

/** Between runs, too: the same program hears the same, and needs as long for it as the file lasts. */
const folder = fileURLToPath(new URL('../../../.cache/bare-pocketsphinx/', import.meta.url))

type BareWord = { text: string; start: number; end: number }

/** Its words with their seconds. The file is a wav of 16,000 samples a second. */
export const bareWords = async (path: string): Promise<BareWord[]> => wordsOf(await heard(path))

const wordsOf = (answer: string): BareWord[] =>
  answer.split('\n').flatMap((line) => {
    const match = /^([a-z]\S*) (\d+\.\d+) (\d+\.\d+) \d/.exec(line)
    return match
      ? [{ text: (match[1] ?? '').replace(/\(\d+\)$/, ''), start: Number(match[2]), end: Number(match[3]) }]
      : []
  })

const argumentsFor = (path: string): string[] => ['-infile', path, '-time', 'yes', '-logfn', '/dev/null']

const heard = async (path: string): Promise<string> => {
  const file = join(
    folder,
    createHash('sha256')
      .update(await identity(path))
      .digest('hex')
      .slice(0, 12),
  )
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known !== undefined) return known
  const decoded = await promisify(execFile)('pocketsphinx_continuous', argumentsFor(path))
  // An answer without a word may be a mishap of that one run.
  if (wordsOf(decoded.stdout).length === 0) return decoded.stdout
  await mkdir(folder, { recursive: true })
  // Under another name until it is whole: two may be at it.
  await writeFile(`${file}.${process.pid}`, decoded.stdout)
  await rename(`${file}.${process.pid}`, file)
  return decoded.stdout
}

/** What the answer depends on: the recording, which program and model are installed, and how it is called. */
const identity = async (path: string): Promise<string> => {
  const install = await findPocketsphinx()
  const parts = await Promise.all(Object.values(install ?? {}).map((part) => stat(part)))
  const recording = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  return [recording, ...parts.map(({ size, mtimeMs }) => `${size} ${mtimeMs}`), ...argumentsFor('')].join('\n')
}
