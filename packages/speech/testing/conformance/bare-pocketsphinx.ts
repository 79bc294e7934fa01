// The output of pocketsphinx for a whole file, without segmentation, as the baseline for our engine.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findPocketsphinx } from '../../engines/pocketsphinx/install.ts'

/** Cached between runs: the output does not change, and decoding takes as long as the recording. */
const folder = fileURLToPath(new URL('../../../../.cache/bare-pocketsphinx/', import.meta.url))

interface BareWord {
  text: string
  start: number
  end: number
}

/** Its words with times in seconds. The file must be a wav of 16 kHz. */
export async function bareWords(path: string): Promise<BareWord[]> {
  return wordsOf(await decode(path))
}

function wordsOf(answer: string): BareWord[] {
  return answer.split('\n').flatMap((line) => {
    const match = /^([a-z]\S*) (\d+\.\d+) (\d+\.\d+) \d/.exec(line)
    return match
      ? [{ text: (match[1] ?? '').replace(/\(\d+\)$/, ''), start: Number(match[2]), end: Number(match[3]) }]
      : []
  })
}

function argumentsFor(path: string): string[] {
  return ['-infile', path, '-time', 'yes', '-logfn', '/dev/null']
}

async function decode(path: string): Promise<string> {
  const file = join(
    folder,
    createHash('sha256')
      .update(await cacheKey(path))
      .digest('hex')
      .slice(0, 12),
  )
  const known = await readFile(file, 'utf8').catch(() => undefined)
  if (known !== undefined) return known
  const decoded = await promisify(execFile)('pocketsphinx_continuous', argumentsFor(path))
  // An output without words may be a one-time failure, so it is not cached.
  if (wordsOf(decoded.stdout).length === 0) return decoded.stdout
  await mkdir(folder, { recursive: true })
  // Written under a temporary name first, because two test processes may write at the same time.
  await writeFile(`${file}.${process.pid}`, decoded.stdout)
  await rename(`${file}.${process.pid}`, file)
  return decoded.stdout
}

/** The cache key: the recording, the installed program and model, and the arguments. */
async function cacheKey(path: string): Promise<string> {
  const install = await findPocketsphinx()
  const parts = await Promise.all(Object.values(install ?? {}).map((part) => stat(part)))
  const recording = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  return [recording, ...parts.map(({ size, mtimeMs }) => `${size} ${mtimeMs}`), ...argumentsFor('')].join('\n')
}
