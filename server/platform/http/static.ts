// Serves the built page. Files under /assets have a hash in their name and never change; everything else is
// revalidated. The build writes .br and .gz files, so that nothing is compressed at run time. The page itself is
// generated for each answer, because its scripts have an unpredictable nonce.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { firstViewInserter, type openFirstViews } from './first-view.ts'
import { pagePolicy } from './security.ts'

const notBuilt = `<!doctype html><meta charset="utf-8"><title>Kaiwa</title>
<p>The page is not built yet. <code>npm start</code> builds it; <code>npm run dev</code> is for development.</p>`

/** The path of a target, decoded like in the router; null if it cannot be decoded. */
function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(url.split(/[?#;]/, 1)[0] ?? '')
  } catch {
    return null
  }
}

/** A path of the browser's router: the user entered or reloaded the URL of a screen. `/` is served to every client. */
function isScreen({ method, url, headers }: FastifyRequest): boolean {
  const path = pathOf(url)
  if (path === null || (method !== 'GET' && method !== 'HEAD')) return false
  if (/^\/(api|dev|app|assets)(\/|$)/.test(path)) return false
  return path === '/' || (headers.accept?.includes('text/html') ?? false)
}

/** Placeholder for the nonce in the built page; the same as in `web/vite.config.ts`. */
const PLACEHOLDER = 'KAIWA_NONCE'

/** Paths of all built files except the page (`assets/main-abc123.js`), without compressed copies. */
async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  return new Set(paths.filter((path) => path !== 'index.html'))
}

type RenderFirstView = ReturnType<typeof openFirstViews>

/** Serves the folder. Returns `showScreen`, which sends the page for paths of screens and returns whether it did. */
export async function registerStatic(
  http: FastifyInstance,
  folder: string,
  config: Config,
  renderFirstView: RenderFirstView,
) {
  const file = join(folder, 'index.html')
  const page = existsSync(file) ? await readFile(file, 'utf8') : null
  const policy = pagePolicy(config)
  if (page !== null) {
    const files = await listFiles(folder)
    await http.register(fastifyStatic, {
      root: folder,
      serve: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets/'))
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    // Only names of built files reach the file system.
    http.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/*',
      handler: (request, reply) => {
        const path = request.params['*']
        return files.has(path) ? reply.sendFile(path) : reply.callNotFound()
      },
    })
  }
  const insertView = firstViewInserter(page ?? '')
  const showScreen = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    if (!isScreen(request)) return false
    void reply.type('text/html; charset=utf-8')
    if (page === null) {
      void reply.code(503).send(notBuilt)
      return true
    }
    const nonce = randomBytes(16).toString('base64')
    const view = await renderFirstView(request)
    void reply
      .headers({
        'content-security-policy': policy(nonce),
        // A first view is private, and outdated as soon as rights change.
        'cache-control': view === null ? 'no-cache' : 'private, no-store',
      })
      .send(insertView(request.url, view, page.replaceAll(PLACEHOLDER, nonce)))
    return true
  }
  return showScreen
}
