// Builds the browser app when its sources changed since the last build. Compares content instead of times, so that a
// fresh clone or a branch change does not rebuild unchanged sources.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '../packages/processes/utf8-environment.ts'

const ownRoot = fileURLToPath(new URL('..', import.meta.url))

/** Resolves when web/dist matches the sources. Throws an error with the builder's output. */
export async function buildWeb(onStart: () => void = () => undefined, root = ownRoot): Promise<void> {
  const stamp = join(root, '.cache/web-build')
  const wanted = await contentHash(root)
  const built = await readFile(stamp, 'utf8').catch(() => '')
  if (built === wanted && (await stat(join(root, 'web/dist/index.html')).catch(() => null))) return
  onStart()
  // A build that is interrupted leaves a part of the page, also for sources that are put back to the stamped ones.
  await rm(stamp, { force: true })
  await run(root, ['build', '--logLevel', 'error'])
  await mkdir(dirname(stamp), { recursive: true })
  await writeFile(stamp, wanted)
}

/** Builds the variant with a token in place of cookies (docs/decisions/0135-token-mode.md). */
export function buildTokenMode(outDir: string): Promise<void> {
  return run(ownRoot, ['build', '--logLevel', 'error', '--mode', 'token', '--outDir', outDir, '--emptyOutDir'])
}

async function contentHash(root: string): Promise<string> {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '')
  for (const file of ['package-lock.json', ...(await filesOf(root, 'web')), ...(await filesOf(root, 'packages'))]) {
    hash.update(`${file}\0`).update(await readFile(join(root, file)))
  }
  return hash.digest('hex')
}

async function filesOf(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return /^(node_modules|dist|test)$/.test(entry.name) ? [] : filesOf(root, path)
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
    }),
  )
  return found.flat().toSorted()
}

function run(root: string, args: string[]) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], {
      cwd: join(root, 'web'),
      // A test run says NODE_ENV=test, and the builder would believe it: the page must be what customers get.
      env: utf8Environment({ ...process.env, NODE_ENV: 'production' }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += String(data)))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`The web app could not be built:\n${output.trim()}`)),
    )
  })
}
