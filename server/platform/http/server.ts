// The web server of one process: the operations of the contract under /api, health, and the page.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { ErrorCode } from '@kaiwa/contract/errors.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { App } from '../app.ts'
import type { Authenticate, Domain } from '../domain.ts'
import { SESSION_COOKIE } from './actor.ts'
import { registerCompression } from './compress.ts'
import { cookieName } from './cookies.ts'
import { openFirstViews } from './first-view.ts'
import { allowSlowBody } from './body-time.ts'
import { failureOf, unmetCondition } from './failure-response.ts'
import { registerHealth } from './health.ts'
import { logFailure } from './log-failure.ts'
import { isLoopbackOnly } from './loopback.ts'
import { checkHost, checkOrigin, safeMethods } from './origin.ts'
import { openServer } from './open-server.ts'
import { registerOpenapi } from './openapi.ts'
import { BODY_LIMIT, registerParsers } from './parse-body.ts'
import { registerRoute } from './register-route.ts'
import { securityHeaders } from './security.ts'
import { registerShareTarget } from './share-target.ts'
import { registerStatic } from './static.ts'
import { openUnknown, type RefuseUnknown } from './unknown.ts'

/** Default authentication while no domain provides one: no caller is signed in. */
const nobody: Authenticate = async () => null

declare module 'fastify' {
  interface FastifyRequest {
    /** Error code of the refusal, for the log. */
    refusal: ErrorCode | null
  }
  interface FastifyContextConfig {
    /** Name of the operation, for logs and metrics. */
    operation?: string
    /** Whether the route changes anything; default: by its method. */
    isChange?: boolean
    /** The body is streamed and may take any time while bytes arrive. */
    isUpload?: boolean
  }
}

type Headers = Readonly<Record<string, string>>

function registerHooks(http: FastifyInstance, app: App, security: Headers, refuseUnknown: RefuseUnknown): void {
  const { config, metrics } = app
  const isLocal = isLoopbackOnly(config)
  http.addHook('onRequest', async (request, reply) => {
    // Answers are private; cacheable ones override this header.
    void reply.headers(security).header('x-request-id', request.id).header('cache-control', 'no-store')
    if (request.routeOptions.config.isUpload) allowSlowBody(request.raw)
    if (isLocal) checkHost(request.headers.host, config.url)
    const isChange = request.routeOptions.config.isChange ?? !safeMethods.has(request.method)
    checkOrigin(isChange, request.headers, config.url)
    // Before the body is parsed. A GET has no body and may be for a screen.
    if (request.is404 && !safeMethods.has(request.method)) throw refuseUnknown(request, reply)
  })
  http.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation ?? request.routeOptions.url ?? 'unknown'
    const seconds = reply.elapsedTime / 1000
    metrics.requests.observe({ operation, status: reply.statusCode }, seconds)
    const { method, actor, refusal, ip: address } = request
    const path = request.url.split('?', 1)[0]
    const who = { address, ...(actor ? { user: actor.id } : {}), ...(refusal === null ? {} : { refusal }) }
    request.log.info({ method, path, operation, status: reply.statusCode, seconds, ...who }, 'request')
  })
}

type ShowScreen = Awaited<ReturnType<typeof registerStatic>>

/** Must be registered before the first scope: a scope inherits the handler that exists when it is created. */
function registerFailures(http: FastifyInstance): void {
  http.setErrorHandler(async (error, request, reply) => {
    const unmet = unmetCondition(error)
    if (unmet) return reply.code(unmet.status).headers(unmet.headers).send()
    logFailure(request.log, error)
    const { status, headers, body } = failureOf(error, request.id)
    request.refusal = body.error
    return reply.code(status).headers(headers).type('application/json').send(JSON.stringify(body))
  })
}

/** Answers requests that fail before routing, for example an undecodable path. */
function refuseAddress(security: Headers, refuseUnknown: RefuseUnknown) {
  return (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, headers, body } = failureOf(refuseUnknown(request, reply), request.id)
    const common = { ...security, 'x-request-id': request.id, 'cache-control': 'no-store' }
    void reply
      .code(status)
      .headers({ ...common, ...headers })
      .type('application/json')
      .send(JSON.stringify(body))
  }
}

function registerUnknown(http: FastifyInstance, showScreen: ShowScreen, refuseUnknown: RefuseUnknown): void {
  http.setNotFoundHandler(async (request, reply) => {
    if (await showScreen(request, reply)) return reply
    throw refuseUnknown(request, reply)
  })
}

export interface HttpOptions {
  domains: readonly Domain[]
  /** Folder of the built page. */
  webFolder: string
  /** Whether this process has the api role; every role serves health. */
  api: boolean
  /** Longest wait for a first view; default: 250. */
  firstViewMs?: number | undefined
}

/** Builds the server without listening, for tests that inject requests. */
export async function openHttp(app: App, options: HttpOptions): Promise<FastifyInstance> {
  const { domains, webFolder, api, firstViewMs } = options
  const security = securityHeaders(app.config)
  const refuseUnknown = openUnknown()
  const http = Fastify({
    loggerInstance: app.log,
    // The hook below writes one line per request.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < app.config.trustedProxies,
    bodyLimit: BODY_LIMIT,
    serverFactory: (handler) => openServer(handler, app),
    // `openServer` has answered it.
    clientErrorHandler: () => undefined,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: refuseAddress(security, refuseUnknown),
  }) as unknown as FastifyInstance
  http.setSerializerCompiler(serializerCompiler)
  http.decorateRequest('actor', null)
  http.decorateRequest('refusal', null)
  registerParsers(http)
  await http.register(cookie)
  registerFailures(http)
  registerHooks(http, app, security, refuseUnknown)
  registerCompression(http)
  registerHealth(http, app)
  if (!api) {
    registerUnknown(http, async () => false, refuseUnknown)
    return http
  }
  const authenticate = domains.find((domain) => domain.authenticate)?.authenticate ?? nobody
  const routes = domains.flatMap((domain) => domain.routes ?? [])
  await http.register(
    async (scope) => {
      const operations = routes.map(({ operation }) => operation)
      await registerOpenapi(scope, operations, cookieName(app.config, SESSION_COOKIE))
      for (const route of routes) registerRoute(scope, app, authenticate, route)
    },
    { prefix: '/api' },
  )
  for (const domain of domains) for (const plugin of domain.plugins ?? []) await plugin(http, app)
  const sessions = domains.find((domain) => domain.sessions)?.sessions
  const views = domains.flatMap((domain) => domain.firstViews ?? [])
  const renderFirstView = openFirstViews(app, { authenticate, sessions, views, maxMs: firstViewMs })
  registerShareTarget(http)
  registerUnknown(http, await registerStatic(http, webFolder, app.config, renderFirstView), refuseUnknown)
  return http
}
