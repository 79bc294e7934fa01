// A route ties an operation of the contract to the function that carries it out.
import type { Access, Operation, OperationArguments, OperationResult } from '@kaiwa/contract/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { Actor } from './actor.ts'
import type { FileAnswer } from './file-answer.ts'

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

type Handle = (input: { params: unknown; query: unknown; body: unknown }, context: Context) => unknown

export type Route = { operation: Operation; handle: Handle }

export const route = <O extends Operation>(operation: O, handler: Handler<O> | FileHandler<O>): Route => ({
  operation,
  // The one place where the types of an operation are forgotten: the schemas guarantee what the cast says.
  handle: async (input, context) => (handler as unknown as Handle)(input, context),
})
