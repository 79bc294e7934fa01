import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { utf8Environment } from '../../packages/processes/utf8-environment.ts'

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** Starts the program with the sample workspace, as a separate process with its data in `folder`. */
export async function startSample(folder: string) {
  const env = utf8Environment({
    PATH: process.env['PATH'],
    KAIWA_DATA: folder,
    KAIWA_MODEL_DOWNLOAD: 'off',
    KAIWA_LOG_LEVEL: 'error',
    PORT: '0',
  })
  const child = spawn(process.execPath, [MAIN, '--from-source'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Kaiwa is ready at (\S+)$/.exec(line)?.[1]
    if (url) return { url, stop }
  }
  throw new Error('The program did not start')
}
