// A route ties an operation of the contract to the function that carries it out.
import type { Access, Operation, OperationArguments, OperationResult } from '@kaiwa/contract/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { Actor } from './actor.ts'
import type { FileAnswer } from './file-answer.ts'
import type { StreamedJson } from './streamed-json.ts'

export type Context<A extends Access = Access> = {
  app: App
  /** The signed-in caller; null only where the operation is public. */
  actor: 'public' extends A ? Actor | null : Actor
  request: FastifyRequest
  reply: FastifyReply
  /** Carries the request id. */
  log: Logger
}

type AccessOf<O> = O extends { access: infer A extends Access } ? A : Access

/** Receives validated input, returns the body of the answer, throws a Refusal for whatever is expected to go wrong. */
export type Handler<O> = (
  input: OperationArguments<O>,
  context: Context<AccessOf<O>>,
) => Promise<OperationResult<O>> | OperationResult<O>

/** The same where the operation `produces` a file. */
export type FileHandler<O> = (input: OperationArguments<O>, context: Context<AccessOf<O>>) => Promise<FileAnswer>

/** The same for an answer that grows with a recording and is written in parts. */
export type StreamHandler<O> = (
  input: OperationArguments<O>,
  context: Context<AccessOf<O>>,
) => Promise<StreamedJson<OperationResult<O>>>

/**
 * What a call is asked before its body is read, by its address alone: throws the Refusal of callers whose body, which may
 * be large, would be read for nothing. The handler asks again: what it says holds for the moment of its change.
 */
export type Gate<O> = (
  input: Pick<OperationArguments<O>, 'params' | 'query'>,
  context: Pick<Context<AccessOf<O>>, 'app' | 'actor'>,
) => Promise<unknown>

type Handle = (input: { params: unknown; query: unknown; body: unknown }, context: Context) => unknown

type Ask = (input: { params: unknown; query: unknown }, context: Pick<Context, 'app' | 'actor'>) => Promise<unknown>

export type Route = { operation: Operation; handle: Handle; gate?: Ask }

export const route = <O extends Operation>(
  operation: O,
  handler: Handler<O> | FileHandler<O> | StreamHandler<O>,
  gate?: Gate<O>,
): Route => ({
  operation,
  // The one place where the types of an operation are forgotten: the schemas guarantee what the casts say.
  handle: async (input, context) => (handler as unknown as Handle)(input, context),
  ...(gate ? { gate: gate as unknown as Ask } : {}),
})
