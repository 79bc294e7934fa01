// Calls operations over the network.
import { callerOf, succeederOf, type Transport } from './test-calls.ts'

/** `url` of a call is its path with the query, as a string. */
function transportTo(base: string): Transport {
  return {
    async inject({ method = 'GET', url, headers, payload }) {
      const response = await fetch(`${base}${url as string}`, {
        method,
        headers: { ...(headers as Record<string, string>), ...(payload ? { 'content-type': 'application/json' } : {}) },
        ...(payload ? { body: JSON.stringify(payload) } : {}),
      })
      return {
        statusCode: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
    },
  }
}

/** Calls the program at this address; throws unless the call succeeds. */
export function remoteCalls(base: string) {
  return succeederOf(callerOf(transportTo(base)))
}
