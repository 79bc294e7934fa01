// Kills a browser while it records from its fake microphone, and looks with the same profile at what is left.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { FAKE_MEDIA, launchOptions } from '@kaiwa/editor/test/browser.ts'
import { chromium } from 'playwright-core'
import type { BrowserContext, Page } from 'playwright-core'

const FLAGS = [
  '--autoplay-policy=no-user-gesture-required',
  '--disable-background-networking',
  '--no-first-run',
  '--remote-debugging-port=0',
]

interface RunningBrowser {
  page: Page
  /** Kills all its processes together. */
  kill: () => Promise<void>
}

export interface KillOptions {
  url: string
  /** Folder of the browser profile. */
  profile: string
  userId: number
  folderId: number
  /** Adds the session, and what else a context needs. */
  prepare: (context: BrowserContext) => Promise<void>
}

/** `storedBefore`: bytes that were reported as stored shortly before the kill. The others are of what was found later. */
export interface KillOutcome {
  storedBefore: number
  /** Null: the recording is lost. */
  size: number | null
  readable: number
  /** Seconds between the end of what is stored and the kill. */
  lostSeconds: number
}

async function launch({ url, profile, prepare }: KillOptions): Promise<RunningBrowser> {
  const { executablePath = 'chromium', args, env } = launchOptions(...FAKE_MEDIA)
  // In a separate process group.
  const child: ChildProcess = spawn(executablePath, [...args, ...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  const kill = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL')
    await exited
  }
  try {
    const endpoint = await new Promise<string>((resolve, reject) => {
      void exited.then(() => reject(new Error('The browser ended')))
      createInterface({ input: child.stderr! }).on('line', (line) => {
        const found = /^DevTools listening on (ws:.*)$/.exec(line)?.[1]
        if (found) resolve(found)
      })
    })
    const browser = await chromium.connectOverCDP(endpoint)
    const [context] = browser.contexts()
    if (!context) throw new Error('The browser has no context')
    await prepare(context)
    const page = await context.newPage()
    await page.goto(url)
    await page.evaluate(() => window.recording.openStore())
    return { page, kill }
  } catch (error) {
    await kill()
    throw error
  }
}

/** Looks for a recording after a kill, and deletes it. */
async function inspect(page: Page, uuid: string, userId: number) {
  const listed = await page.evaluate((user) => window.recording.list(user), userId)
  if (!listed?.some(({ header }) => header.uuid === uuid)) return null
  if (!(await page.evaluate((one) => window.recording.open(one), uuid))) return null
  const { size, seconds, segments, header } = await page.evaluate(() => window.recording.summary())
  const readable = await page.evaluate(async (to) => (await window.recording.read(0, to)).length, size)
  await page.evaluate(() => window.recording.remove())
  const begin = new Date(segments[0]?.startedAt ?? header?.startedAt ?? Number.NaN)
  return { size, seconds, readable, begin: begin.getTime() }
}

/** Kills the browser after each of these milliseconds of a recording. */
export async function killWhileRecording(options: KillOptions, delays: readonly number[]): Promise<KillOutcome[]> {
  const outcomes: KillOutcome[] = []
  let browser = await launch(options)
  try {
    for (const delay of delays) {
      const uuid = await browser.page.evaluate((folder) => window.recording.recordMicrophone(folder), options.folderId)
      await pause(delay)
      const storedBefore = await browser.page.evaluate(() => window.recording.storedSize())
      const killedAt = Date.now()
      await browser.kill()
      browser = await launch(options)
      const found = await inspect(browser.page, uuid, options.userId)
      outcomes.push({
        storedBefore,
        size: found?.size ?? null,
        readable: found?.readable ?? 0,
        lostSeconds: found ? (killedAt - found.begin) / 1_000 - found.seconds : Infinity,
      })
    }
    return outcomes
  } finally {
    await browser.kill()
  }
}
