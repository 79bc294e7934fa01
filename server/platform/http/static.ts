// The built page. Files under /assets carry a hash in their name and never change; everything else is asked for anew.
// The build leaves .br and .gz beside each file, so that nothing is compressed while somebody waits. The page itself is
// written anew for each answer: its scripts carry a nonce that nobody can know before.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { pagePolicy } from './security.ts'

const notBuilt = `<!doctype html><meta charset="utf-8"><title>Kaiwa</title>
<p>The page is not built yet. <code>npm start</code> builds it; <code>npm run dev</code> is for development.</p>`

/** A path of the browser's own router: somebody typed or reloaded the address of a screen. The first of them is there for every program. */
const isScreen = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|dev|app|assets)(\/|\?|$)/.test(url) &&
  (/^\/(\?|$)/.test(url) || (headers.accept?.includes('text/html') ?? false))

/** What the build writes where a nonce belongs; `web/vite.config.ts` says the same. */
const PLACEHOLDER = 'KAIWA_NONCE'

/** Serves the folder. Answers `showScreen`, which sends the page for addresses of screens. */
export const registerStatic = async (http: FastifyInstance, folder: string, config: Config) => {
  const file = join(folder, 'index.html')
  const page = existsSync(file) ? await readFile(file, 'utf8') : null
  const policy = pagePolicy(config)
  if (page !== null)
    await http.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      index: false,
      // The page is never sent as it lies there, and a folder is nothing to look at.
      allowedPath: (path) => path !== '/index.html' && !path.endsWith('/'),
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets/'))
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  const showScreen = (request: FastifyRequest, reply: FastifyReply): FastifyReply | null => {
    if (!isScreen(request)) return null
    if (page === null) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(PLACEHOLDER, nonce))
  }
  return showScreen
}
