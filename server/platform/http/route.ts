// A route connects an operation of the contract to its handler.
import type { Access, Operation, OperationArguments, OperationResult } from '@kaiwa/contract/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { Actor } from './actor.ts'
import type { FileAnswer } from './file-answer.ts'
import type { JsonText } from './json-text.ts'
import type { StreamedJson } from './streamed-json.ts'

export interface Context<A extends Access = Access> {
  app: App
  /** The signed-in caller; null only if the operation is public. */
  actor: 'public' extends A ? Actor | null : Actor
  request: FastifyRequest
  reply: FastifyReply
  /** Logs with the request id. */
  log: Logger
}

type AccessOf<O> = O extends { access: infer A extends Access } ? A : Access

/** Receives validated input and returns the body of the answer; throws a Refusal for expected failures. */
export type Handler<O> = (
  input: OperationArguments<O>,
  context: Context<AccessOf<O>>,
) => Promise<OperationResult<O>> | OperationResult<O>

/** Like Handler; the answer may also be stored text. */
export type TextHandler<O> = (
  input: OperationArguments<O>,
  context: Context<AccessOf<O>>,
) => Promise<OperationResult<O> | JsonText<OperationResult<O>>> | OperationResult<O>

/** Handler of an operation that answers a file. */
export type FileHandler<O> = (input: OperationArguments<O>, context: Context<AccessOf<O>>) => Promise<FileAnswer>

/** Handler of an operation that answers a stream. */
export type StreamHandler<O> = (
  input: OperationArguments<O>,
  context: Context<AccessOf<O>>,
) => Promise<StreamedJson<OperationResult<O>>>

/**
 * Checks rights by the path and query, before the body is read: throws the Refusal, so that a large body is not read in
 * vain. The handler checks again, because rights may change in between.
 */
export type Gate<O> = (
  input: Pick<OperationArguments<O>, 'params' | 'query'>,
  context: Pick<Context<AccessOf<O>>, 'app' | 'actor'>,
) => Promise<unknown>

type Handle = (input: { params: unknown; query: unknown; body: unknown }, context: Context) => unknown

type Ask = (input: { params: unknown; query: unknown }, context: Pick<Context, 'app' | 'actor'>) => Promise<unknown>

export interface Route {
  operation: Operation
  handle: Handle
  gate?: Ask
}

type HandlerOf<O> = O extends { answer: 'file' }
  ? FileHandler<O>
  : O extends { answer: 'stream' }
    ? StreamHandler<O>
    : TextHandler<O>

export function route<O extends Operation>(operation: O, handler: HandlerOf<O>, gate?: Gate<O>): Route {
  return {
    operation,
    // Casts away the operation's types; the schemas guarantee them.
    handle: async (input, context) => (handler as unknown as Handle)(input, context),
    ...(gate ? { gate: gate as unknown as Ask } : {}),
  }
}
