import { APICallError } from 'ai'
import { expect, it } from 'vitest'
import { kindOf } from './ai-failure.ts'

function call(statusCode: number, body: unknown, responseHeaders: Record<string, string> = {}) {
  const responseBody = JSON.stringify(body)
  return new APICallError({ message: '', url: '', requestBodyValues: {}, statusCode, responseBody, responseHeaders })
}

it.each([
  ['OpenAI, requests', call(429, { error: { type: 'requests', message: 'Rate limit reached: 500 RPM' } }), 'requests'],
  ['OpenAI, tokens', call(429, { error: { type: 'tokens', message: 'Limit 30000 tokens per min' } }), 'tokens'],
  ['a header without tokens left', call(429, {}, { 'x-ratelimit-remaining-tokens': '0' }), 'tokens'],
  ['a header with tokens left', call(429, {}, { 'x-ratelimit-remaining-tokens': '12' }), 'requests'],
  ['Anthropic, tokens', call(429, {}, { 'anthropic-ratelimit-input-tokens-remaining': '0' }), 'tokens'],
  ['no body', call(429, null), 'requests'],
  ['OpenAI, length', call(400, { error: { code: 'context_length_exceeded' } }), 'length'],
  ['Anthropic, length', call(400, { error: { message: 'prompt is too long: 210000 tokens' } }), 'length'],
  ['too large a request', call(413, {}), 'length'],
  ['another bad request', call(400, { error: { message: 'unknown model' } }), 'other'],
  ['a wrong key', call(401, {}), 'other'],
  ['an error of the server', call(500, { error: { message: 'tokens' } }), 'other'],
  ['a limit in the stream', { type: 'rate_limit_error', message: 'requests' }, 'requests'],
  ['a lost connection', new TypeError('terminated'), 'other'],
])('%s', (_, error, kind) => expect(kindOf(error)).toBe(kind))
