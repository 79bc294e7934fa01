// A browser for measurements of memory. Playwright keeps the network domain of the DevTools protocol enabled, with which
// the page's own process keeps the body of each request that it has sent. This client enables no domain.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { FAKE_MEDIA, launchOptions } from '@kaiwa/editor/test/browser.ts'

const FLAGS = [
  '--headless',
  '--no-first-run',
  '--disable-background-networking',
  '--remote-debugging-port=0',
  '--autoplay-policy=no-user-gesture-required',
  '--js-flags=--expose-gc',
]

interface Message {
  id?: number
  method?: string
  params?: { sessionId?: string }
  result?: unknown
  error?: { message: string }
}

export interface BarePage {
  /** Runs an expression in the page and returns its awaited value. */
  evaluate: <T>(expression: string) => Promise<T>
  /** Collects the garbage of the page and of its workers. */
  collectGarbage: () => Promise<void>
  /** Processes that show pages. */
  renderers: () => Promise<number[]>
}

export interface BareBrowser {
  /** Opens a page with a cookie, and waits until `isReady` is true in it. */
  open: (url: string, cookie: { name: string; value: string }, isReady: string) => Promise<BarePage>
  close: () => Promise<void>
}

/** `profile`: a folder for the browser. */
export async function openBareBrowser(profile: string): Promise<BareBrowser> {
  const { executablePath = 'chromium', args, env } = launchOptions(...FAKE_MEDIA)
  const child = spawn(executablePath, [...args, ...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const socket = new WebSocket(await endpointOf(child))
  await once(socket, 'open')
  const answers = new Map<number, (message: Message) => void>()
  const attached: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.method === 'Target.attachedToTarget') attached.push(message.params?.sessionId ?? '')
    if (message.id !== undefined) answers.get(message.id)?.(message)
  })
  let asked = 0
  const send = async <T>(method: string, params: object = {}, sessionId?: string): Promise<T> => {
    const id = (asked += 1)
    const answer = new Promise<Message>((resolve) => answers.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }))
    const { result, error } = await answer
    answers.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result as T
  }
  const evaluateIn = async <T>(session: string, expression: string): Promise<T> => {
    const { result, exceptionDetails } = await send<{
      result: { value?: T }
      exceptionDetails?: { exception?: { description?: string } }
    }>('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, session)
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? 'The page has thrown')
    return result.value as T
  }
  return {
    open: async (url, { name, value }, isReady) => {
      await send('Storage.setCookies', { cookies: [{ name, value, url, httpOnly: true, sameSite: 'Lax' }] })
      const { targetId } = await send<{ targetId: string }>('Target.createTarget', { url })
      const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
      await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, sessionId)
      // The address is loaded after the target exists.
      await evaluateIn(
        sessionId,
        `new Promise((resolve) => { const look = () => (${isReady}) ? resolve(true) : setTimeout(look, 50); look() })`,
      )
      return {
        evaluate: (expression) => evaluateIn(sessionId, expression),
        collectGarbage: async () => {
          for (const session of new Set([sessionId, ...attached])) await evaluateIn(session, 'globalThis.gc()')
        },
        renderers: async () => {
          const { processInfo } = await send<{ processInfo: { type: string; id: number }[] }>(
            'SystemInfo.getProcessInfo',
          )
          return processInfo.flatMap(({ type, id }) => (type === 'renderer' ? [id] : []))
        },
      }
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      // Debian starts the browser by a script, whose end would leave the browser running.
      await send('Browser.close')
      await gone
      socket.close()
    },
  }
}

async function endpointOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stderr! })) {
    const found = /^DevTools listening on (ws:.*)$/.exec(line)?.[1]
    if (found !== undefined) {
      child.stderr!.resume()
      return found
    }
  }
  throw new Error('The browser ended')
}
