// Files that the system shares with the installed app are taken by its service worker, which keeps them in the browser. Without an
// active worker the form reaches the server.
import type { FastifyInstance } from 'fastify'

/** The page that asks the person to share the files again. It starts the worker. */
const PAGE = '/shared?problem=worker'

/** Leads to the page, before a body is parsed. The body is dropped: a browser reads the answer only after it was sent. */
export function registerShareTarget(http: FastifyInstance): void {
  http.route({
    method: 'POST',
    url: '/share-target',
    // The system sends it, or any site: it changes nothing.
    config: { isChange: false },
    onRequest: async (_request, reply) => reply.redirect(PAGE, 303),
    handler: () => undefined,
  })
}
