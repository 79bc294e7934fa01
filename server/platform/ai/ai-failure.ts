// Failures of model providers, by kind.
import type { APICallError } from 'ai'

/**
 * `requests`, `tokens`: the provider's limit of requests, or of tokens, per time. `length`: the text is too long for the
 * model. `other`: anything else.
 */
export type AiFailureKind = 'requests' | 'tokens' | 'length' | 'other'

export class AiFailure extends Error {
  override name = 'AiFailure'
  readonly kind: AiFailureKind

  constructor(kind: AiFailureKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

const TOO_LONG = /context.?length|context window|maximum context|too many tokens|prompt is too long|input is too long/i
const TOO_MANY = /rate.?limit|too many requests|overloaded_requests/i
const TOKENS = /tokens? per|per (minute|min|day).*tokens?|\btpm\b|\btokens?\b/i

/** A header that names the tokens left, in the spelling of any provider. */
const TOKENS_LEFT = /^(x-ratelimit-remaining-tokens|anthropic-ratelimit-(input-|output-)?tokens-remaining)$/

function hasNoTokensLeft(headers: Readonly<Record<string, string>> | undefined): boolean {
  return Object.entries(headers ?? {}).some(([name, value]) => TOKENS_LEFT.test(name) && Number(value) === 0)
}

/** By its fields, so that the SDK is not loaded for its class. */
function isCallError(error: unknown): error is APICallError {
  return error instanceof Error && 'statusCode' in error && 'responseBody' in error
}

function textOf(error: unknown): string {
  if (isCallError(error)) return `${error.message} ${error.responseBody ?? ''}`
  return error instanceof Error ? error.message : JSON.stringify(error)
}

/** The kind of an error that a call or a stream of a provider ended with. */
export function kindOf(error: unknown): AiFailureKind {
  const text = textOf(error)
  const status = isCallError(error) ? error.statusCode : undefined
  if (status === 413 || ((status === 400 || status === undefined) && TOO_LONG.test(text))) return 'length'
  if (status === 429 || (status === undefined && TOO_MANY.test(text))) {
    const isByTokens = TOKENS.test(text) || (isCallError(error) && hasNoTokensLeft(error.responseHeaders))
    return isByTokens ? 'tokens' : 'requests'
  }
  return 'other'
}
