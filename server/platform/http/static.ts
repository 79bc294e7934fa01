// The built page. Files under /assets carry a hash in their name and never change; everything else is asked for anew.
// The build leaves .br and .gz beside each file, so that nothing is compressed while somebody waits.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const notBuilt = `<!doctype html><meta charset="utf-8"><title>Kaiwa</title>
<p>The page is not built yet. <code>npm start</code> builds it; <code>npm run dev</code> is for development.</p>`

/** A path of the browser's own router: somebody typed or reloaded the address of a screen. */
const isScreen = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/(api|dev|app|assets)(\/|\?|$)/.test(url) &&
  (headers.accept?.includes('text/html') ?? false)

/** Serves the folder; answers whether it is there. `showScreen` sends the page for addresses of screens. */
export const registerStatic = async (http: FastifyInstance, folder: string) => {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt)
    await http.register(fastifyStatic, {
      root: folder,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets/'))
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  const showScreen = (request: FastifyRequest, reply: FastifyReply): FastifyReply | null => {
    if (!isScreen(request)) return null
    return isBuilt ? reply.sendFile('index.html') : reply.code(503).type('text/html').send(notBuilt)
  }
  return showScreen
}
