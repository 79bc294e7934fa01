// The build variant for places without cookies (`vite build --mode token`): the token of the session is kept in local storage and
// sent with each call, and the router uses the hash. Callers ask `import.meta.env.MODE === 'token'` themselves, so that the
// ordinary build contains nothing of it. See docs/decisions/0135-token-mode.md.
import type { OperationName } from '@kaiwa/contract/every-operation.ts'
import { localStore } from './browser-storage.ts'

const TOKEN = 'kaiwa.token'
/** Proofs that a browser keeps in cookies, by the operation that needs them: of a begun sign-in. They end by themselves.
 * In local storage, because the answer of a provider arrives in another window. */
const PROOFS: Partial<Record<OperationName, 'attempt' | 'ticket'>> = {
  signInWithGoogleCode: 'attempt',
  takeSecondStep: 'ticket',
}

function textIn(answer: unknown, name: string): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  const value: unknown = Reflect.get(answer, name)
  return typeof value === 'string' ? value : null
}

/** The header with the token; none while signed out. */
export function tokenHeaders(): Record<string, string> {
  const token = localStore.read(TOKEN)
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/** Keeps the token of a new session or a renewed one, and proofs for the next step of a sign-in. */
export function keepToken(answer: unknown): void {
  const token = textIn(answer, 'token')
  if (token !== null) localStore.write(TOKEN, token)
  for (const name of Object.values(PROOFS)) {
    const proof = textIn(answer, name)
    if (proof !== null) localStore.write(`kaiwa.${name}`, proof)
  }
}

/** The body with the proof that its operation needs. */
export function withProof(operation: OperationName, body: unknown): unknown {
  const name = PROOFS[operation]
  const proof = name === undefined ? null : localStore.read(`kaiwa.${name}`)
  if (name === undefined || proof === null || typeof body !== 'object') return body
  return { ...body, [name]: proof }
}

/** Signing out removes everything. */
export function forgetToken(): void {
  localStore.write(TOKEN, null)
  for (const name of Object.values(PROOFS)) localStore.write(`kaiwa.${name}`, null)
}
