// Registers an operation as a Fastify route. Steps of a call, in order: rate limit by address, authentication, gate,
// rate limit by account, content type, body, validation, rate limit by body, for a late body authentication and gate
// again, handler, response schema.
import { LIMITS } from '@kaiwa/contract/limits.ts'
import { type Access, bodyLimitOf, type Operation, type RateLimit } from '@kaiwa/contract/operation.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type * as z from 'zod'
import type { App } from '../app.ts'
import type { Authenticate } from '../domain.ts'
import { Refusal } from '../refusal.ts'
import type { Actor } from './actor.ts'
import { assertOperator } from './assert-operator.ts'
import { FileAnswer, sendFile } from './file-answer.ts'
import { takeAnswerSlot } from './slow-answers.ts'
import { sendStreamed, StreamedJson } from './streamed-json.ts'
import { JsonText } from './json-text.ts'
import { networkOf } from './network-of.ts'
import { countCall } from './rate-limit.ts'
import { safeMethods } from './origin.ts'
import { checkContentType } from './parse-body.ts'
import type { Context, Route } from './route.ts'
import { parse, parseInTurns } from './validate.ts'

function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function rateLimits({ rateLimit }: Operation): readonly RateLimit[] {
  return rateLimit === undefined ? [] : Array.isArray(rateLimit) ? rateLimit : [rateLimit as RateLimit]
}

/**
 * The value that a limit counts by; null when the call does not have it, and then the call is not counted. `body` is
 * the validated body.
 */
function subjectOf({ key }: RateLimit, request: FastifyRequest, body: unknown): string | null {
  if (key === 'ip') return networkOf(request.ip)
  if (key === 'account') return request.actor ? String(request.actor.id) : null
  const value = (body as Record<string, unknown> | undefined)?.[key.slice('body.'.length)]
  return typeof value === 'string' ? value.toLowerCase() : null
}

/** An invalid id in the path is answered like an unknown one. */
function parseParams(schema: z.ZodType | undefined, value: unknown): unknown {
  try {
    return parse(schema, value)
  } catch {
    throw new Refusal('E_NOT_FOUND')
  }
}

function parseBody(operation: Operation, body: unknown): unknown {
  return bodyLimitOf(operation) > LIMITS.body ? parseInTurns(operation.body, body) : parse(operation.body, body)
}

/**
 * Returns the caller if the access level allows the call; refuses otherwise. A public call ignores invalid credentials.
 */
async function admit(
  access: Access,
  authenticate: Authenticate,
  request: FastifyRequest,
  app: App,
): Promise<Actor | null> {
  if (access === 'public')
    return authenticate(request, app).catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
  const actor = await authenticate(request, app)
  if (!actor) throw new Refusal('E_NO_ACCESS_TOKEN')
  if (access === 'operator') assertOperator(app.config, actor)
  return actor
}

export function registerRoute(http: FastifyInstance, app: App, authenticate: Authenticate, route: Route): void {
  const { operation, handle, gate } = route
  const limits = rateLimits(operation)
  const count = async (
    request: FastifyRequest,
    wanted: (limit: RateLimit) => boolean,
    sent?: unknown,
  ): Promise<void> => {
    for (const limit of limits.filter(wanted)) {
      const subject = subjectOf(limit, request, sent)
      if (subject !== null) await countCall(app.db, operation.name, limit, subject)
    }
  }
  const addressOf = (request: FastifyRequest) => ({
    params: parseParams(operation.params, request.params),
    query: parse(operation.query, request.query),
  })
  const identify = async (request: FastifyRequest): Promise<void> => {
    request.actor = await admit(operation.access, authenticate, request, app)
  }
  const passGate = async (request: FastifyRequest): Promise<void> => {
    await gate?.(addressOf(request), { app, actor: request.actor })
  }
  /** Requests whose body had not arrived completely when the rights of their caller were read. */
  const late = new WeakSet<FastifyRequest>()
  http.route({
    method: operation.method,
    url: fastifyPath(operation.path),
    config: { operation: operation.name, isChange: operation.isChange ?? !safeMethods.has(operation.method) },
    bodyLimit: bodyLimitOf(operation),
    ...(operation.answer === 'file' ? {} : { schema: { response: { [operation.status]: operation.response } } }),
    onRequest: async (request) => {
      await count(request, ({ key }) => key === 'ip')
      await identify(request)
      // Before the gate: a body that ends while the gate reads the rights is late. Requests of `inject` have no such
      // property: their body is there.
      if ('complete' in request.raw && !request.raw.complete) late.add(request)
      await passGate(request)
      await count(request, ({ key }) => key === 'account')
      checkContentType(operation, request)
    },
    handler: async (request, reply) => {
      const { params, query } = addressOf(request)
      const body = operation.consumes === 'multipart' ? undefined : await parseBody(operation, request.body ?? {})
      await count(request, ({ key }) => key.startsWith('body.'), body)
      // The caller decides when the body ends: session and rights may have ended before it.
      if (late.has(request)) {
        await identify(request)
        await passGate(request)
      }
      reply.code(operation.status)
      // Session and operator calls have passed `admit`, so the actor is set, as the narrower type says.
      const context = { app, actor: request.actor, request, reply, log: request.log as Logger } as Context
      // Before the file is made: making it is the larger part of the work.
      if (operation.answer === 'file') takeAnswerSlot(reply)
      const result: unknown = await handle({ params, query, body }, context)
      if (result instanceof FileAnswer) return sendFile(reply, result, app.config.requestSeconds)
      if (result instanceof StreamedJson) return sendStreamed(reply, operation, result, app.config.requestSeconds)
      if (result instanceof JsonText) return reply.type('application/json; charset=utf-8').send(result.text)
      return reply.sent ? reply : result
    },
  })
}
