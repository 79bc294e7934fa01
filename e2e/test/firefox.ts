// Firefox as Debian ships it, driven by WebDriver BiDi: Playwright's own protocol needs a Firefox that Playwright has built. It has
// a microphone that gives a tone, which pages may use without being asked.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { utf8Environment } from '@kaiwa/processes/utf8-environment.ts'

const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
}

export interface Firefox {
  setCookie: (url: string, name: string, value: string) => Promise<void>
  open: (url: string) => Promise<void>
  /** The value of an expression, awaited. It must be representable as JSON. */
  evaluate: <T>(expression: string) => Promise<T>
  close: () => Promise<void>
}

export function findFirefox(): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of ['firefox-esr', 'firefox']) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}

/** A device that plays nothing: without any, Firefox samples no sound. */
async function startSilentDevice(folder: string): Promise<ChildProcess> {
  const socket = join(folder, 'native')
  const child = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--exit-idle-time=-1',
      '--load=module-null-sink',
      `--load=module-native-protocol-unix socket=${socket} auth-anonymous=1`,
    ],
    { env: utf8Environment({ HOME: folder, XDG_RUNTIME_DIR: folder }), stdio: 'ignore' },
  )
  await once(child, 'spawn')
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      accessSync(socket)
      return child
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('PulseAudio did not open its socket')
}

async function addressOf(firefox: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: firefox.stderr! })) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('Firefox did not start')
}

type Answer =
  | { id: number; result: unknown; type: 'success' }
  | { id: number; error: string; message: string; type: 'error' }

async function connect(address: string): Promise<(method: string, parameters?: object) => Promise<unknown>> {
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  let last = 0
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = (last += 1)
      waiting.set(id, (answer) => {
        if (answer.type === 'success') resolve(answer.result)
        else reject(new Error(`${method}: ${answer.error}: ${answer.message}`))
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
}

export async function openFirefox(): Promise<Firefox> {
  const program = findFirefox()
  if (!program) throw new Error('no Firefox on the PATH')
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-firefox-'))
  const profile = join(folder, 'profile')
  await mkdir(profile)
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const device = process.platform === 'linux' ? await startSilentDevice(folder) : null
  const firefox = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    {
      env: utf8Environment({ ...process.env, HOME: folder, PULSE_SERVER: `unix:${join(folder, 'native')}` }),
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const send = await connect(await addressOf(firefox))
  firefox.stderr.resume()
  await send('session.new', { capabilities: {} })
  const { contexts } = (await send('browsingContext.getTree')) as { contexts: { context: string }[] }
  const { context } = contexts[0]!

  return {
    setCookie: async (url, name, value) => {
      const cookie = { domain: new URL(url).hostname, name, value: { type: 'string', value }, httpOnly: true }
      await send('storage.setCookie', { cookie: { ...cookie, sameSite: 'lax' } })
    },
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async <T>(expression: string) => {
      const answer = (await send('script.evaluate', {
        expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`,
        target: { context },
        awaitPromise: true,
        userActivation: true,
      })) as { type: string; result: { value: string }; exceptionDetails?: { text: string } }
      if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text)
      return JSON.parse(answer.result.value) as T
    },
    close: async () => {
      await send('browser.close').catch(() => undefined)
      await stop(firefox)
      if (device) await stop(device)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
