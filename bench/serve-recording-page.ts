import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { SESSION_COOKIE } from '../server/platform/http/actor.ts'

const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript' }

/** Adds a session, and the page with storage and sending of recordings, at the address `/` of the program. */
export async function serveRecordingPage(
  context: BrowserContext,
  { url, folder, token }: { url: string; folder: string; token: string },
): Promise<void> {
  await context.addCookies([{ name: SESSION_COOKIE, value: token, url, httpOnly: true, sameSite: 'Lax' }])
  const isOfPage = ({ origin, pathname }: URL): boolean =>
    origin === url && /^\/(?:assets\/.*|first\.js)?$/.test(pathname)
  await context.route(isOfPage, async (route) => {
    const { pathname } = new URL(route.request().url())
    const name = pathname === '/' ? 'index.html' : pathname.slice(1)
    const body = await readFile(join(folder, name)).catch(() => null)
    await (body
      ? route.fulfill({ body, contentType: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream' })
      : route.fulfill({ status: 404 }))
  })
}
